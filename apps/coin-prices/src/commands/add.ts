import type { AppCommand } from '@pawl/app'
import { coinName } from '../coin/coin-name.ts'
import { addCoins } from '../tables/change-coins.ts'
import { firstCollector } from '../tables/collectors.ts'
import { collectorOf } from './collector-of.ts'
import { coinOptions, statedCoin } from './stated-options.ts'

export const addCommand: AppCommand = {
  name: 'add',
  summary: 'add a coin, to be looked for and valued from now on',
  options: { ...coinOptions, '--reader <name>': `who owns it. Default: ${firstCollector.name}` },
  examples: [
    'pawl coins add --year 1881-S --denomination dollar --series Morgan --grade "PCGS MS65" --paid 180',
    'pawl coins add --title "2 euro Monaco 2007" --status watched --currency EUR',
  ],
  async run(context) {
    const { db, options, json, print, say } = context
    const intake = statedCoin(options)
    const [id] = await addCoins(db, (await collectorOf(context)) ?? firstCollector.id, [{ intake }])
    print(json ? JSON.stringify({ id }) : String(id))
    say(`coin ${id} is added: ${coinName(intake)}`)
    return 0
  },
}
