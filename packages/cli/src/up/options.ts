import type { OptionSpec } from '../command.ts'
import { logLevels } from '../config/settings.ts'

export const appsOption: OptionSpec = { flags: '--apps <names>', text: 'only these applications: chapters,coin-prices' }

/** How a process that goes on for long tells of it. */
export const logOptions: readonly OptionSpec[] = [
  { flags: '--log-level <level>', text: 'what is told, from this level on', choices: logLevels },
  { flags: '--json', text: 'one JSON object an event, on standard output' },
]
