import { readFileSync } from 'node:fs'

export type PublicExport = {
  readonly name: string
  /** Importable as a value, not as a type alone. */
  readonly isValue: boolean
  readonly kind: string
  /** The comment before its declaration. */
  readonly doc: string | undefined
  readonly examples: readonly string[]
}

type Clause = { readonly name: string; readonly isType: boolean; readonly from: URL }

/** What a module exports, followed to where it is declared. */
export function publicExports(module: URL): PublicExport[] {
  return clauses(module).map(({ name, isType, from }) => ({ name, isValue: !isType, ...declaration(name, from) }))
}

function clauses(module: URL): Clause[] {
  const found = readFileSync(module, 'utf8').matchAll(/^export (type )?\{([^}]*)\} from '([^']+)'/gm)
  return [...found].flatMap(([, type, names, from]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        name: name.replace(/^type /, ''),
        isType: type !== undefined || name.startsWith('type '),
        from: new URL(from!, module),
      })),
  )
}

function declaration(name: string, file: URL): Omit<PublicExport, 'name' | 'isValue'> {
  const text = readFileSync(file, 'utf8')
  const found = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?^export (type|class|function|const|interface) ${name}\\b`,
    'm',
  ).exec(text)
  if (found === null) return declaration(name, importedFrom(name, text, file))
  const [, doc, kind = ''] = found
  return { kind, doc, examples: examplesIn(doc ?? '') }
}

/** Declared elsewhere and passed on. */
function importedFrom(name: string, text: string, file: URL): URL {
  const from = new RegExp(`^(?:import|export) (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`, 'm').exec(
    text,
  )?.[1]
  if (from === undefined) throw new Error(`no declaration of ${name} in ${file.pathname}`)
  return new URL(from, file)
}

function examplesIn(doc: string): string[] {
  const text = doc.replace(/^ \* ?/gm, '')
  return [...text.matchAll(/@example\n```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
}
