import { readdirSync, readFileSync } from 'node:fs'

export type Example = { readonly name: string; readonly code: string }

/** The examples in the comments of the functions that the files of a folder export. */
export function examplesIn(source: URL): readonly Example[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, source), 'utf8').replace(/^ \* ?/gm, '')
      return [
        ...text.matchAll(
          /@example\n```ts\n((?:(?!```)[\s\S])*)```(?:(?!@example)[\s\S])*?export (?:(?:async )?function|class) (\w+)/g,
        ),
      ].map(([, code, name]) => ({ name: name!, code: code!.replace(/^export /gm, '') }))
    })
}
