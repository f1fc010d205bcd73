import type { Tx } from 'pawl'
import type { ExportedCoin } from '../export/export-coins.ts'
import { allCoins } from '../tables/listed-coins.ts'

/** All coins with their values, as an export writes them. Undefined collector: the coins of all. */
export async function* exportedCoins(db: Tx, collector: number | undefined): AsyncGenerator<ExportedCoin> {
  for await (const { intake, value } of allCoins(db, collector)) {
    const { band, basis, confidence } = value
    yield { intake, value: band, ...(band === undefined || basis === null ? {} : { basis, confidence }) }
  }
}
