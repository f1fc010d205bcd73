import type { AppCommand } from '@pawl/app'
import { addCoin } from '../api/add-coin.ts'
import type { ApiOptions } from '../api/api-options.ts'
import { coinName } from '../coin/coin-name.ts'
import { firstCollector } from '../tables/collectors.ts'
import { collectorOf } from './collector-of.ts'
import { coinOptions, statedCoin } from './stated-options.ts'

export const addCommand = (api: ApiOptions): AppCommand => ({
  name: 'add',
  summary: 'add a coin, to be looked for and valued from now on',
  options: { ...coinOptions, '--reader <name>': `who owns it. Default: ${firstCollector.name}` },
  examples: [
    'pawl coins add --year 1881-S --denomination dollar --series Morgan --grade "PCGS MS65" --paid 180',
    'pawl coins add --certificate 12345678',
    'pawl coins add --title "2 euro Monaco 2007" --status watched --currency EUR',
  ],
  async run(context) {
    const { options, json, print, say } = context
    const intake = statedCoin(options)
    const collector = (await collectorOf(context)) ?? firstCollector.id
    const { id, isLookedUp } = await addCoin(context, api, { collector, intake })
    print(json ? JSON.stringify({ id }) : String(id))
    say(`coin ${id} is added: ${coinName(intake)}`)
    if (isLookedUp) say('its certificate is being looked up; what was stated stays')
    return 0
  },
})
