import { type AppServices, inTransaction, ProblemError } from '@pawl/app'
import { ColumnError } from '../import/column-mapping.ts'
import { type ImportCoinsOptions, importCoins } from '../import/import-coins.ts'
import { type ImportPricesOptions, importPrices } from '../import/import-prices.ts'
import type { ImportPlan } from '../import/plan-import.ts'
import type { Refusal } from '../import/refusal.ts'
import type { Listing } from '../listing/listing.ts'
import { matcherFor } from '../listing/match-listing.ts'
import { addCoins, type CoinToAdd } from '../tables/change-coins.ts'
import { coinToCollect } from '../tables/coins.ts'
import { storePoints } from '../tables/price-points.ts'
import type { ApiOptions } from './api-options.ts'
import { unknownCoin } from './not-found.ts'
import { enqueueValuation } from './value-now.ts'

/** What an import has done so far. */
export type ImportReport = {
  rows: number
  added: number
  /** Rows that were there already. */
  known: number
  refused: number
  /** How the columns are read. Undefined: the header has not been read, or the file has prices. */
  plan: ImportPlan | undefined
}

export type ImportFile = {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Called for each row that is refused. */
  onRefused(refusals: readonly Refusal[]): void
  /** Called after each chunk. */
  onChunk?(report: ImportReport): void
}

/** Rows of one transaction. An import that is interrupted has added all chunks before, and adds the rest when it runs again. */
const chunkRows = 500

export type CoinsTarget = {
  readonly collector: number
  /** Nothing is added: the report says what the file has. */
  readonly isTrial?: boolean | undefined
}

/** Adds the coins of a file for a collector. A coin that the same or another file has added before is not added again. */
export async function importCoinFile(
  { db }: Pick<AppServices, 'db'>,
  { bytes, onRefused, onChunk }: ImportFile,
  { collector, isTrial = false, ...options }: CoinsTarget & ImportCoinsOptions,
): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, added: 0, known: 0, refused: 0, plan: undefined }
  let chunk: CoinToAdd[] = []
  const flush = async () => {
    const added = isTrial ? [] : await addCoins(db, collector, chunk)
    report.added += added.length
    report.known += isTrial ? 0 : chunk.length - added.length
    chunk = []
    onChunk?.(report)
  }
  await withColumns(async () => {
    for await (const item of importCoins(bytes, options)) {
      if (item.kind === 'plan') report.plan = item.plan
      else report.rows += 1
      if (item.kind === 'refused') {
        report.refused += 1
        onRefused(item.refusals)
      } else if (item.kind === 'coin') chunk.push(item)
      if (chunk.length === chunkRows) await flush()
    }
  })
  await flush()
  return report
}

/** The row of `source` that imported prices belong to. */
const csvSource = 5

export type PricesTarget = {
  readonly coin: number
  /** As in `file prices.csv`. */
  readonly origin: string
}

/** Stores the prices of a file for a coin, and has it valued. The same file twice stores nothing twice. */
export async function importPriceFile(
  { db, pawl }: AppServices,
  api: ApiOptions,
  { bytes, onRefused, onChunk }: ImportFile,
  { coin, origin, ...options }: PricesTarget & Omit<ImportPricesOptions, 'today'>,
): Promise<ImportReport> {
  const { coin: known, today } = await coinToCollect(db, coin, null)
  if (known === undefined) throw unknownCoin(coin)
  const match = matcherFor(known)
  const report: ImportReport = { rows: 0, added: 0, known: 0, refused: 0, plan: undefined }
  let chunk: Listing[] = []
  const flush = async () => {
    const points = chunk.map((listing) => ({ listing, match: match(listing) }))
    const written = await inTransaction(db, async (tx) => {
      const stored = await storePoints(tx, { intakeId: coin, sourceId: csvSource, origin, points })
      if (stored > 0) await enqueueValuation({ pawl, tx }, api, coin)
      return stored
    })
    report.added += written
    report.known += chunk.length - written
    chunk = []
    onChunk?.(report)
  }
  await withColumns(async () => {
    for await (const item of importPrices(bytes, { ...options, today })) {
      if (item.kind !== 'plan') report.rows += 1
      if (item.kind === 'refused') {
        report.refused += 1
        onRefused(item.refusals)
      } else if (item.kind === 'price') chunk.push(item.listing)
      if (chunk.length === chunkRows) await flush()
    }
  })
  await flush()
  return report
}

async function withColumns(read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error instanceof ColumnError) throw new ProblemError(400, 'invalid-columns', error.message, { cause: error })
    throw error
  }
}
