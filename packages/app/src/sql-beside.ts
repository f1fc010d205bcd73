import { readFileSync } from 'node:fs'

/**
 * The statements in the folder `statements/` beside a module: `.sql` files of one statement each. A file is read once, when it is
 * first needed.
 *
 * @example
 * ```ts
 * const sql = sqlBeside(import.meta.url)
 * const lettersOf = (db: pg.Pool, reader: number) => db.query(sql('letters_of_reader'), [reader])
 * ```
 */
export function sqlBeside(moduleUrl: string): (name: string) => string {
  const texts = new Map<string, string>()
  return (name) => {
    const text = texts.get(name) ?? readFileSync(new URL(`./statements/${name}.sql`, moduleUrl), 'utf8')
    texts.set(name, text)
    return text
  }
}
