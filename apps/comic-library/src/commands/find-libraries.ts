import type { Tx } from 'pawl'
import { unknownLibrary } from '../api/not-found.ts'
import { type ListedLibrary, listedLibraries } from '../tables/listed-libraries.ts'

/** The libraries that were typed, by name or number; all when none was. */
export async function findLibraries(db: Tx, typed: readonly string[]): Promise<ListedLibrary[]> {
  const all = await listedLibraries(db)
  if (typed.length === 0) return all
  return typed.map((text) => {
    const found = all.find(({ name }) => name === text) ?? all.find(({ id }) => String(id) === text)
    if (found === undefined) throw unknownLibrary(`'${text}'`)
    return found
  })
}
