import { decodeCursor, nextAfter, nextOf, wire, z } from '@pawl/app/api'
import type { Tx } from 'pawl'
import type { IntakeStatus } from '../coin/intake.ts'
import { costBasis } from '../collection/cost-basis.ts'
import { realisedGain, unrealisedGain } from '../collection/gain.ts'
import { findCoin, type ListedCoin, listCoins } from '../tables/listed-coins.ts'
import { listHistory, listPoints } from '../tables/listed-points.ts'
import { unknownCoin } from './not-found.ts'

const pointPlace = z.strictObject({ day: z.iso.date(), id: z.number().int() })

export type CoinsQuery = {
  /** Undefined: the coins of all collectors. */
  readonly collector: number | undefined
  readonly status?: IntakeStatus | undefined
  readonly after: number | undefined
  readonly limit: number
}

/** A coin with its cost and its gains. */
export const coinView = (coin: ListedCoin) => ({
  ...wire(coin),
  cost: costBasis(coin.intake),
  gain: unrealisedGain(coin.intake, coin.value.band)?.gain,
  realisedGain: realisedGain(coin.intake)?.gain,
})

/** A page of coins. */
export async function coinsPage(db: Tx, query: CoinsQuery) {
  const coins = await listCoins(db, query)
  return { coins: coins.map(coinView), next: nextAfter(coins, query.limit) }
}

/** Throws `unknown-coin`, also where the coin belongs to another collector. */
export async function getCoin(db: Tx, id: number, collector: number | undefined): Promise<ListedCoin> {
  const coin = await findCoin(db, id, collector)
  if (coin === undefined) throw unknownCoin(id)
  return coin
}

export type PageQuery = { readonly after?: string | undefined; readonly limit: number }

/** A page of the prices of a coin, newest first. */
export async function pointsPage(db: Tx, id: number, { after, limit }: PageQuery) {
  const before = after === undefined ? undefined : decodeCursor(after, pointPlace)
  const points = await listPoints(db, id, { before, limit })
  return { points: wire(points), next: nextOf(points, limit, ({ day, id: last }) => ({ day, id: last })) }
}

/** The newest valuations of a coin, oldest first. */
export async function historyView(db: Tx, id: number, limit: number) {
  return { history: wire(await listHistory(db, id, limit)) }
}
