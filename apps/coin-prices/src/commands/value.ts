import { type AppCommand, type AppCommandContext, ProblemError, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { collectionView } from '../api/collection-view.ts'
import { unknownCoin } from '../api/not-found.ts'
import { valueNow } from '../api/value-now.ts'
import { coinName } from '../coin/coin-name.ts'
import type { Sum } from '../collection/collection-value.ts'
import { formatMoney } from '../money/format-money.ts'
import { findCoin } from '../tables/listed-coins.ts'
import { collectorOf } from './collector-of.ts'
import { shownBand, shownFair } from './show-money.ts'
import { workUnlessServed } from './work-unless-served.ts'

const waitMs = 60_000

export const valueCommand = (api: ApiOptions): AppCommand => ({
  name: 'value',
  summary: 'value a coin now, from the prices that are known; without a coin, the collection over time',
  args: ['[coin]'],
  options: {
    '--reader <name>': 'the collection of this collector. Default: of all',
    '--days <n>': 'how many days, from 1 to 366. Default: 7',
  },
  examples: ['pawl coins value 12', 'pawl coins value --reader ada --days 30'],
  run: (context) => (context.args[0] === undefined ? showCollection(context) : valueCoin(context, api)),
})

async function valueCoin(context: AppCommandContext, api: ApiOptions): Promise<number> {
  const { pawl, db, args, json, print, say } = context
  const id = readId('coin', args[0])
  if ((await findCoin(db, id)) === undefined) throw unknownCoin(id)
  const job = await valueNow(context, api, id)
  await workUnlessServed(context, 'coin-value')
  await pawl.result(job, { timeoutMs: waitMs })
  const coin = await findCoin(db, id)
  if (coin === undefined) throw unknownCoin(id)
  if (json) print(JSON.stringify({ id, value: coin.value }))
  else if (coin.value.band === undefined) say(`${coinName(coin.intake)}: too few prices for a value`)
  else print(`${coinName(coin.intake)}: ${shownFair(coin)} (${shownBand(coin)})`)
  return 0
}

type DaySum = Sum & { readonly day: string; readonly notCounted: number }

async function showCollection(context: AppCommandContext): Promise<number> {
  const { db, options, json, print, printList } = context
  const today = new Date().toISOString().slice(0, 10)
  const collector = await collectorOf(context)
  const view = await collectionView(db, { collector, today, days: readDays(options.days) })
  if (json) {
    print(JSON.stringify(view))
    return 0
  }
  const rows = view.days.flatMap(({ day, sums, notCounted }) =>
    sums.map((sum): DaySum => ({ ...sum, day, notCounted: notCounted.length })),
  )
  const amount = (cents: number, { currency }: DaySum) => formatMoney({ cents, currency })
  printList<DaySum>(
    [
      { head: 'DAY', cell: ({ day }) => day },
      { head: 'LOW', cell: (row) => amount(row.lowCents, row), right: true },
      { head: 'VALUE', cell: (row) => amount(row.fairCents, row), right: true },
      { head: 'HIGH', cell: (row) => amount(row.highCents, row), right: true },
      { head: 'COINS', cell: ({ coins }) => coins, right: true },
      { head: 'NOT COUNTED', cell: ({ notCounted }) => notCounted, right: true, spare: true },
    ],
    rows,
    { none: 'no owned coin has been valued on these days' },
  )
  for (const cost of view.cost) print(`cost of the owned coins: ${formatMoney(cost)}`)
  for (const gain of view.realisedGain) print(`gain by sales: ${formatMoney(gain)}`)
  return 0
}

function readDays(text: string | boolean | undefined): number {
  if (text === undefined) return 7
  const days = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= 366) return days
  throw new ProblemError(400, 'invalid-days', `--days takes a number from 1 to 366; got '${String(text)}'`)
}
