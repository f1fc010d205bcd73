import { readFileSync } from 'node:fs'

/** One `.sql` file: its text, and its name as the name under which a connection prepares it. */
export type Statement = {
  readonly name: string
  readonly text: string
  /** Its columns, if they are all texts, or good as such: then a connection of ours need not ask for them. */
  readonly texts?: readonly string[]
}

/** Reads a statement from `statements/`. Done once, when the module that uses it loads. */
export function statement(name: string, texts?: readonly string[]): Statement {
  const text = readFileSync(new URL(`./statements/${name}.sql`, import.meta.url), 'utf8')
  return { name: `pawl_${name}`, text, ...(texts === undefined ? {} : { texts }) }
}
