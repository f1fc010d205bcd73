import type { OptionSpec, OptionValues } from '../command.ts'
import type { Setting } from '../config/setting.ts'
import { type LogLevel, logLevels } from '../config/settings.ts'

export const appsOption: OptionSpec = { flags: '--apps <names>', text: 'only these applications: chapters,coin-prices' }

/** What a process that runs for long prints. */
export const logOptions: readonly OptionSpec[] = [
  { flags: '--log', text: 'print every event; the same as --log-level debug' },
  { flags: '--log-level <level>', text: 'print events from this level on', choices: logLevels },
  { flags: '--json', text: 'one JSON object an event, on standard output' },
]

/** `--log` is short for `--log-level debug`. */
export function logLevelOf(options: OptionValues, setting: Setting<LogLevel>): LogLevel {
  return options.log === true && options.logLevel === undefined ? 'debug' : setting.value
}

export const upOptions = [
  appsOption,
  { flags: '--workers <n>', text: 'so many processes that work, restarted when they die; without, this one works' },
  { flags: '--host <address>', text: 'where the server listens; 127.0.0.1 when left out' },
  { flags: '--port <n>', text: 'on which port; PORT or 8787 when left out, 0 for any' },
  ...logOptions,
]
