import { readFileSync } from 'node:fs'

/**
 * The statements of an application: a folder of `.sql` files, one statement each, read once when first asked for.
 *
 * @example
 * ```ts
 * const sql = sqlFolder(new URL('./statements/', import.meta.url))
 * const lettersOf = (db: pg.Pool, reader: number) => db.query(sql('letters_of_reader'), [reader])
 * ```
 */
export function sqlFolder(folder: URL): (name: string) => string {
  const texts = new Map<string, string>()
  return (name) => {
    const text = texts.get(name) ?? readFileSync(new URL(`${name}.sql`, folder), 'utf8')
    texts.set(name, text)
    return text
  }
}
