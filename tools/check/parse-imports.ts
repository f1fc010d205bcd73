import { lineAt } from './finding.ts'
import { maskSource } from './mask-source.ts'

export type Import = { readonly specifier: string; readonly line: number; readonly isType: boolean }

const NAMES = String.raw`(?:[\w$]+|\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})`
const FROM = String.raw`${NAMES}\s*(?:,\s*${NAMES}\s*)?from\s*`
const TYPE = String.raw`(?<type>type\b(?!\s*(?:,|from\b)))?`
// In masked code a string is a pair of quotes around blanks.
const STRING = String.raw`(?<quote>['"])(?<specifier>\s*)\k<quote>`
const STATEMENT = new RegExp(String.raw`(?<![\w$.])(?:import|export)\b\s*${TYPE}\s*(?:${FROM})?${STRING}`, 'dg')
const CALL = new RegExp(String.raw`(?<![\w$.])(?:import|require)\s*\(\s*${STRING}`, 'dg')

/** Every module that a file imports, re-exports or loads with a literal `import()`, in the order of the text. */
export function parseImports(text: string): readonly Import[] {
  const code = maskSource(text)
  return [...code.matchAll(STATEMENT), ...code.matchAll(CALL)]
    .sort((a, b) => a.index - b.index)
    .map((match) => ({
      specifier: text.slice(...(match.indices?.groups?.specifier ?? [0, 0])),
      line: lineAt(text, match.index),
      isType: match.groups?.type !== undefined,
    }))
}
