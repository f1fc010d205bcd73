import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { CataloguedSeries } from '../covers/cover-catalogue.ts'

const sql = sqlBeside(import.meta.url)

export type UncoveredFile = {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly hash: string
  readonly coverPage: string | null
}

export type CoverWarning = { readonly code: string; readonly text: string }

export async function uncoveredFiles(
  tx: Tx,
  libraryId: string,
  after: string | null,
  limit: number,
): Promise<UncoveredFile[]> {
  return (await tx.query(sql('files_uncovered'), [libraryId, after ?? 0, limit])).rows as UncoveredFile[]
}

export async function countUncovered(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('files_uncovered_count'), [libraryId])).rows[0].n as number
}

export type UnaskedSeries = CataloguedSeries & { readonly id: number }

/** Series that no catalogue was asked about. */
export async function unaskedSeries(tx: Tx, libraryId: string, after: number, limit: number): Promise<UnaskedSeries[]> {
  return (await tx.query(sql('series_unasked'), [libraryId, after, limit])).rows as UnaskedSeries[]
}

export async function countUnasked(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('series_unasked_count'), [libraryId])).rows[0].n as number
}

/** What the catalogue had: the key of a cover, or nothing. */
export async function writeCatalogueCovers(
  tx: Tx,
  asked: readonly { readonly id: number; readonly cover: string | null }[],
): Promise<void> {
  if (asked.length === 0) return
  await tx.query(sql('series_catalogue_cover'), [asked.map(({ id }) => id), asked.map(({ cover }) => cover)])
}

/** Those with a warning have no cover, and others that have none have no page. */
export async function writeCovers(
  tx: Tx,
  covers: readonly { readonly id: number; readonly isMade: boolean; readonly warning?: CoverWarning | undefined }[],
): Promise<void> {
  const states = covers.map(({ isMade }) => (isMade ? 'made' : 'none'))
  if (covers.length === 0) return
  await tx.query(sql('files_cover'), [covers.map(({ id }) => id), states])
  const warned = covers.filter(({ warning }) => warning !== undefined)
  if (warned.length === 0) return
  const [codes, texts] = [warned.map(({ warning }) => warning!.code), warned.map(({ warning }) => warning!.text)]
  await tx.query(sql('files_warn'), [warned.map(({ id }) => id), codes, texts])
}
