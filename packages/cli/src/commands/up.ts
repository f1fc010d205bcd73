import type { CommandBody } from '../command.ts'
import { upOptions } from '../up/options.ts'

export const up: CommandBody = {
  options: upOptions,
  needsApps: 'all',
  examples: [
    ['pawl up', 'all there is, in one process'],
    ['pawl up --workers 4', 'and four processes that work'],
    ['pawl up --workers 0 --host 0.0.0.0', 'the server alone; workers run elsewhere'],
  ],
  endsItself: true,
  // with the server, which help needs not
  run: async (context) => (await import('../up/run-up.ts')).runUp(context),
}
