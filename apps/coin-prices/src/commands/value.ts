import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { unknownCoin } from '../api/not-found.ts'
import { valueNow } from '../api/value-now.ts'
import { coinName } from '../coin/coin-name.ts'
import { findCoin } from '../tables/listed-coins.ts'
import { shownBand, shownFair } from './show-money.ts'

const waitMs = 60_000

export const valueCommand = (api: ApiOptions): AppCommand => ({
  name: 'value',
  summary: 'value a coin now, from the prices that are known',
  args: ['<coin>'],
  examples: ['pawl coins value 12'],
  async run(context) {
    const { pawl, db, args, json, print, say } = context
    const id = readId('coin', args[0])
    if ((await findCoin(db, id)) === undefined) throw unknownCoin(id)
    const job = await valueNow(context, api, id)
    const workers = await pawl.workers.list()
    if (!workers.some(({ state, pools }) => state !== 'silent' && pools.some(({ queue }) => queue === 'coin-value'))) {
      say('no worker values coins: it is done here')
      await context.work()
    }
    await pawl.result(job, { timeoutMs: waitMs })
    const coin = await findCoin(db, id)
    if (coin === undefined) throw unknownCoin(id)
    if (json) print(JSON.stringify({ id, value: coin.value }))
    else if (coin.value.band === undefined) say(`${coinName(coin.intake)}: too few prices for a value`)
    else print(`${coinName(coin.intake)}: ${shownFair(coin)} (${shownBand(coin)})`)
    return 0
  },
})
