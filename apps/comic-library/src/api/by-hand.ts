import { inTransaction, ProblemError } from '@pawl/app'
import { PawlError, type Tx } from 'pawl'
import type pg from 'pg'
import { findSeries } from '../tables/listed-series.ts'
import { mergeSeries, type SplitOff, splitSeries, unmergeSeries, unsplitSeries } from '../tables/series-by-hand.ts'
import { unknownSeries } from './not-found.ts'

/** What somebody names to be taken out of a series: one of the two. */
export type Split = { readonly issues?: readonly number[] | undefined; readonly folder?: string | undefined }

/** One of two series joins the other. Remembered across scans. */
export async function joinSeries(
  db: pg.Pool,
  { joining, staying }: { joining: number; staying: number },
): Promise<void> {
  for (const id of [staying, joining]) if ((await findSeries(db, id)) === undefined) throw unknownSeries(id)
  await told(db, (tx) => mergeSeries(tx, joining, staying))
}

/** A series that has joined another stands on its own again. How many issues it gets back. */
export const partSeries = (db: pg.Pool, id: number): Promise<number> => told(db, (tx) => unmergeSeries(tx, id))

/** Some issues of a series become one of their own, or join the one of that name. Remembered across scans. Returns its id. */
export async function splitOff(
  db: pg.Pool,
  { from, name, ...split }: Split & { from: number; name: string },
): Promise<number> {
  const series = await findSeries(db, from)
  if (series === undefined) throw unknownSeries(from)
  const off = splitOf(split)
  return told(db, (tx) => splitSeries(tx, series.libraryId, name, off))
}

/** What was split off goes back to where it belongs by its own name. How many issues that are. */
export const unsplit = (db: pg.Pool, library: number, split: Split): Promise<number> =>
  told(db, (tx) => unsplitSeries(tx, library, splitOf(split)))

function splitOf({ issues, folder }: Split): SplitOff {
  if (issues !== undefined && folder === undefined) return { files: [...new Set(issues)] }
  if (folder !== undefined && issues === undefined) return { folder }
  throw new ProblemError(400, 'invalid-split', 'a split takes either issues or a folder; name one of them')
}

/** What cannot be done is told to who has asked for it. */
async function told<T>(db: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (!(error instanceof PawlError) || error instanceof ProblemError) throw error
    if (error.code === 'not-found') throw new ProblemError(404, 'unknown-series', error.message, { cause: error })
    throw new ProblemError(409, error.code, error.message, { cause: error })
  }
}
