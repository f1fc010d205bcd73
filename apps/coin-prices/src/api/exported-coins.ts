import type { Tx } from 'pawl'
import type { ExportedCoin } from '../export/export-coins.ts'
import { type ListedCoin, listCoins } from '../tables/listed-coins.ts'

const pageRows = 500

/** All coins with their values, page after page. Undefined collector: the coins of all. */
export async function* exportedCoins(db: Tx, collector: number | undefined): AsyncGenerator<ExportedCoin> {
  let after: number | undefined
  do {
    const page: ListedCoin[] = await listCoins(db, { collector, after, limit: pageRows })
    for (const { intake, value } of page) {
      const { band, basis, confidence } = value
      yield { intake, value: band, ...(band === undefined || basis === null ? {} : { basis, confidence }) }
    }
    after = page.length === pageRows ? page.at(-1)!.id : undefined
  } while (after !== undefined)
}
