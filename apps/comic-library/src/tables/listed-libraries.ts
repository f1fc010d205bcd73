import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type ListedLibrary = {
  readonly id: number
  readonly name: string
  readonly root: string
  readonly keepYearsApart: boolean
  readonly keepPublishersApart: boolean
  readonly watch: boolean
  readonly rescanEveryMs: number | null
  readonly nextScanAt: Date | null
  readonly createdAt: Date
  readonly series: number
  readonly issues: number
  /** Files that were not read, or less of them than there should be. */
  readonly skipped: number
  /** When the last scan began. */
  readonly scannedAt: Date | null
}

export async function listedLibraries(db: Tx): Promise<ListedLibrary[]> {
  return (await db.query(sql('libraries_listed'), [null])).rows.map(library)
}

export async function findListedLibrary(db: Tx, id: number): Promise<ListedLibrary | undefined> {
  const [row] = (await db.query(sql('libraries_listed'), [id])).rows
  return row && library(row)
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function library(row: any): ListedLibrary {
  return {
    id: Number(row.id),
    name: row.name,
    root: row.root,
    keepYearsApart: row.keep_years_apart,
    keepPublishersApart: row.keep_publishers_apart,
    watch: row.watch,
    rescanEveryMs: row.rescan_every_ms === null ? null : Number(row.rescan_every_ms),
    nextScanAt: row.next_scan_at,
    createdAt: row.created_at,
    series: row.series,
    issues: row.files,
    skipped: row.skipped,
    scannedAt: row.scanned_at,
  }
}
