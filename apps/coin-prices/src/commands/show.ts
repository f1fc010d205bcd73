import { type AppCommand, type AppCommandContext, readId, readLimit, when } from '@pawl/app'
import { unknownCoin } from '../api/not-found.ts'
import { coinName } from '../coin/coin-name.ts'
import { costBasis } from '../collection/cost-basis.ts'
import { realisedGain, unrealisedGain } from '../collection/gain.ts'
import { formatMoney } from '../money/format-money.ts'
import { findCoin, type ListedCoin } from '../tables/listed-coins.ts'
import { type ListedPoint, listHistory, listPoints, type PastValue } from '../tables/listed-points.ts'
import { shownBand, shownFair, shownMoney } from './show-money.ts'

export const showCommand: AppCommand = {
  name: 'show',
  readOnly: true,
  summary: 'a coin: its value, its gain, its prices, and how its value has moved',
  args: ['<coin>'],
  options: { '--limit <n>': 'at most so many prices and earlier values. Default: 20' },
  examples: ['pawl coins show 12', 'pawl coins show 12 --limit 100'],
  async run(context) {
    const { db, args, options, json, print } = context
    const id = readId('coin', args[0])
    const coin = await findCoin(db, id)
    if (coin === undefined) throw unknownCoin(id)
    const limit = readLimit(options.limit, 20)
    const [points, history] = [await listPoints(db, id, { limit }), await listHistory(db, id, limit)]
    if (json) {
      print(JSON.stringify({ ...coin, ...gainsOf(coin), points, history }, null, 2))
      return 0
    }
    for (const line of linesOf(coin)) print(line)
    print('')
    showPoints(context, points)
    print('')
    showHistory(context, history)
    return 0
  },
}

/** Amounts that are not known are left out. */
const gainsOf = ({ intake, value }: ListedCoin) => ({
  cost: costBasis(intake),
  gain: unrealisedGain(intake, value.band)?.gain,
  realisedGain: realisedGain(intake)?.gain,
})

function linesOf(coin: ListedCoin): readonly string[] {
  const { intake, value } = coin
  const { cost, gain, realisedGain: realised } = gainsOf(coin)
  const prices = value.basis === 'sold' ? 'sold prices' : 'asking prices'
  const worth =
    value.band === undefined
      ? `value    unknown: fewer than three prices can be used (${value.pointsLeftOut} are left out)`
      : `value    ${shownFair(coin)} (${shownBand(coin)}) for one piece, from ${value.pointsUsed} ${prices}, ` +
        `confidence ${value.confidence.toFixed(2)}`
  const lines = [
    `${coinName(intake)} (coin ${coin.id}, ${intake.status}, of ${coin.collector})`,
    worth,
    ...(value.basis === 'ask' ? ['         asking prices: there are too few sold prices'] : []),
    ...(cost === undefined ? [] : [`cost     ${formatMoney(cost)} for ${intake.quantity}, with fees`]),
    ...(gain === undefined
      ? []
      : [`gain     ${shownMoney({ cents: gain.fairCents, currency: gain.currency })} if sold at its value`]),
    ...(realised === undefined ? [] : [`gain     ${formatMoney(realised)} by its sale`]),
  ]
  return lines
}

function showPoints({ printList }: AppCommandContext, points: readonly ListedPoint[]): void {
  printList<ListedPoint>(
    [
      { head: 'POINT', cell: ({ id }) => id, right: true, spare: true },
      { head: 'DAY', cell: ({ day }) => day },
      { head: 'TYPE', cell: ({ priceType }) => priceType },
      { head: 'PRICE', cell: ({ priceCents: cents, currency }) => formatMoney({ cents, currency }), right: true },
      { head: 'SOURCE', cell: ({ source }) => source },
      { head: 'USED', cell: ({ isUsed, leftOutFor }) => (isUsed ? 'yes' : (leftOutFor ?? 'not valued yet')) },
      { head: 'MATCH', cell: ({ matchStrength }) => matchStrength.toFixed(2), right: true, spare: true },
      { head: 'TITLE', cell: ({ title }) => title, spare: true },
    ],
    points,
    { none: 'no price yet' },
  )
}

function showHistory({ printList }: AppCommandContext, history: readonly PastValue[]): void {
  const amount = (cents: number | null, currency: string) => (cents === null ? null : formatMoney({ cents, currency }))
  printList<PastValue>(
    [
      { head: 'VALUED', cell: ({ valuedAt }) => when(valuedAt) },
      { head: 'LOW', cell: ({ lowCents, currency }) => amount(lowCents, currency), right: true },
      { head: 'VALUE', cell: ({ fairCents, currency }) => amount(fairCents, currency), right: true },
      { head: 'HIGH', cell: ({ highCents, currency }) => amount(highCents, currency), right: true },
      { head: 'FROM', cell: ({ basis }) => basis },
      { head: 'PRICES', cell: ({ pointsUsed }) => pointsUsed, right: true },
    ],
    history,
    { none: 'not valued yet' },
  )
}
