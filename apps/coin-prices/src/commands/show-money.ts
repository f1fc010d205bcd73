import { formatMoney } from '../money/format-money.ts'
import type { Money } from '../money/money.ts'
import type { ListedCoin } from '../tables/listed-coins.ts'

/** An amount for a table. Null: it is not known. */
export const shownMoney = (money: Money | undefined): string | null => (money === undefined ? null : formatMoney(money))

/** The value of one piece: `118.00 USD`. Null: there are too few prices. */
export function shownFair({ value: { band } }: ListedCoin): string | null {
  return band === undefined ? null : formatMoney({ cents: band.fairCents, currency: band.currency })
}

/** The band of one piece: `101.00 to 127.00`. Null: there are too few prices. */
export function shownBand({ value: { band } }: ListedCoin): string | null {
  if (band === undefined) return null
  const plain = (cents: number) => formatMoney({ cents, currency: band.currency }).replace(/ [A-Z]{3}$/, '')
  return `${plain(band.lowCents)} to ${plain(band.highCents)}`
}
