import { type AppCommand, readersCommand as commandOf, readValue } from '@pawl/app'
import { collectors } from '../tables/collectors.ts'

export const readersCommand: AppCommand = commandOf({
  command: 'coins',
  readers: collectors,
  nameOf: async (typed) => readValue((await import('../api/inputs.ts')).collectorName, typed),
  fieldsOf: () => ({}),
  usageOf: (_, token) => `the coins of this collector are at http://YOUR-SERVER/api/coin-prices/open/${token}/coins`,
})
