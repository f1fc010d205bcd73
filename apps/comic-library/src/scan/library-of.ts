import { PermanentError, type Tx } from 'pawl'
import { findLibrary, type Library } from '../tables/libraries.ts'

/** The library that a run is over: its subject is the library's id. */
export async function libraryOf(tx: Tx, subject: string): Promise<Library> {
  const library = /^\d{1,18}$/.test(subject) ? await findLibrary(tx, subject) : undefined
  if (library !== undefined) return library
  throw new PermanentError(`there is no library ${subject}: it was removed, or never added. See pawl comics libraries`)
}
