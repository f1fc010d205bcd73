import type { OptionSpec } from '../command.ts'
import { logLevels } from '../config/settings.ts'

export const appsOption: OptionSpec = { flags: '--apps <names>', text: 'only these applications: chapters,coin-prices' }

/** How a process that goes on for long tells of it. */
export const logOptions: readonly OptionSpec[] = [
  { flags: '--log-level <level>', text: 'what is told, from this level on', choices: logLevels },
  { flags: '--json', text: 'one JSON object an event, on standard output' },
]

export const upOptions = [
  appsOption,
  { flags: '--workers <n>', text: 'so many processes that work, restarted when they die; without, this one works' },
  { flags: '--host <address>', text: 'where the server listens; 127.0.0.1 when left out' },
  { flags: '--port <n>', text: 'on which port; PORT or 8787 when left out, 0 for any' },
  ...logOptions,
]
