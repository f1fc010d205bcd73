import { type AppCommand, type AppCommandContext, inTransaction, readId } from '@pawl/app'
import { unknownCoin } from '../api/not-found.ts'
import { coinName } from '../coin/coin-name.ts'
import type { Intake } from '../coin/intake.ts'
import { changeCoin, holdCoin } from '../tables/change-coins.ts'
import { findCoin } from '../tables/listed-coins.ts'
import { coinOptions, saleOptions, soldCoin, statedCoin } from './stated-options.ts'

export const editCommand: AppCommand = {
  name: 'edit',
  summary: 'change what is stated about a coin; an empty text removes it',
  args: ['<coin>'],
  options: coinOptions,
  examples: ['pawl coins edit 12 --grade "PCGS MS66"', 'pawl coins edit 12 --note ""'],
  run: (context) => change(context, (before) => statedCoin(context.options, before), 'is changed'),
}

export const sellCommand: AppCommand = {
  name: 'sell',
  summary: 'mark a coin as sold: it is looked for no longer',
  args: ['<coin>'],
  options: saleOptions,
  examples: ['pawl coins sell 12 --for 210 --fees 21.50'],
  run: (context) => {
    const today = new Date().toISOString().slice(0, 10)
    return change(context, (before) => soldCoin({ on: today, ...context.options }, before), 'is sold')
  },
}

async function change(context: AppCommandContext, next: (before: Intake) => Intake, what: string): Promise<number> {
  const { db, args, json, print, say } = context
  const id = readId('coin', args[0])
  const intake = await inTransaction(db, async (tx) => {
    const found = (await holdCoin(tx, id)) ? await findCoin(tx, id) : undefined
    if (found === undefined) throw unknownCoin(id)
    const changed = next(found.intake)
    await changeCoin(tx, id, changed)
    return changed
  })
  if (json) print(JSON.stringify({ id, ...intake }))
  else say(`coin ${id} ${what}: ${coinName(intake)}`)
  return 0
}
