import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** What a scan has counted. */
export type ScanCounts = {
  /** Comics that the walk has met. */
  readonly filesFound: number
  readonly filesNew: number
  readonly filesChanged: number
  readonly filesMoved: number
  /** Another time, the same content. */
  readonly filesTouched: number
  readonly filesOrphaned: number
  readonly fromComicInfo: number
  readonly fromFolderNames: number
  /** Of files that lie in no folder but the library's own. */
  readonly fromFileNames: number
  readonly warnings: number
  readonly seriesNew: number
  readonly seriesExisting: number
  readonly filesLinked: number
  readonly seriesLinked: number
  readonly filesRemoved: number
  readonly coversMade: number
  readonly coversFailed: number
}

export type Scan = ScanCounts & { readonly run: number; readonly libraryId: number; readonly startedAt: Date }

type Added = Omit<ScanCounts, 'filesFound' | 'seriesExisting'>

const nothing: Added = {
  ...{ filesNew: 0, filesChanged: 0, filesMoved: 0, filesTouched: 0, filesOrphaned: 0 },
  ...{
    fromComicInfo: 0,
    fromFolderNames: 0,
    fromFileNames: 0,
    warnings: 0,
    seriesNew: 0,
    filesLinked: 0,
    seriesLinked: 0,
  },
  ...{ filesRemoved: 0, coversMade: 0, coversFailed: 0 },
}

export async function openScan(tx: Tx, run: number, libraryId: number | string): Promise<void> {
  await tx.query(sql('scan_open'), [run, libraryId])
}

/** In the transaction that does what is counted, so that nothing is counted twice. */
export async function addToScan(tx: Tx, run: number, added: Partial<Added>): Promise<void> {
  if (Object.values(added).every((count) => count === 0)) return
  await tx.query(sql('scan_add'), [run, JSON.stringify({ ...nothing, ...added })])
}

export async function tellFound(tx: Tx, run: number, found: number, ended: boolean): Promise<void> {
  await tx.query(sql('scan_found'), [run, found, ended])
}

export async function countExistingSeries(tx: Tx, run: number, libraryId: string): Promise<void> {
  await tx.query(sql('scan_existing'), [run, libraryId])
}

/** By the run's id, as `pipelines.get` tells it. */
export async function findScan(db: Tx, run: number): Promise<Scan | undefined> {
  return (await db.query(sql('scan_show'), [run])).rows[0] as Scan | undefined
}

export async function wasScanned(db: Tx, libraryId: number): Promise<boolean> {
  return (await db.query(sql('scan_any'), [libraryId])).rows[0].scanned as boolean
}
