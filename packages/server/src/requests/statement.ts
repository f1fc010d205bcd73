import { readFileSync } from 'node:fs'

/** Reads one `.sql` file of the server's own. */
export function statement(name: string): string {
  return readFileSync(new URL(`./statements/${name}.sql`, import.meta.url), 'utf8')
}
