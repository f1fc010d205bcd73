import type { Tx } from 'pawl'
import { unknownReader } from '../api/not-found.ts'
import { type Reader, readerNamed } from '../tables/readers.ts'

/** The reader whose name was typed. */
export async function findReaderNamed(db: Tx, name: string): Promise<Reader> {
  const reader = await readerNamed(db, name)
  if (reader === undefined) throw unknownReader(`'${name}'`)
  return reader
}
