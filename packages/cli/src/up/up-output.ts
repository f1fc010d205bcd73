import type { Logger } from 'pawl'
import type { CommandContext } from '../command.ts'
import type { Setting } from '../config/setting.ts'
import type { LogLevel } from '../config/settings.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { lineLogger } from './line-logger.ts'

/** What `pawl up` says: lines that stay, and below them, on a terminal, a summary that is drawn over. */
export type UpOutput = {
  readonly region: LiveRegion
  readonly logger: Logger
  readonly isLive: boolean
  /** What a process below us has written. */
  passOn(worker: number, line: string): void
  /** A fact about this start. */
  tell(name: string, value: string): void
}

export function upOutput({ options, terminal }: CommandContext, logLevel: Setting<LogLevel>): UpOutput {
  const region = new LiveRegion(terminal)
  const json = options.json === true
  const isLive = terminal.isSaySeen && !json
  // what goes well is in the summary, where there is one
  const level = isLive && logLevel.from === 'default' ? 'warn' : logLevel.value
  const write = json ? terminal.print : (line: string) => region.say(line)
  const logger = lineLogger({ level, json, colours: terminal.colours, write })
  return {
    region,
    logger,
    isLive,
    passOn: (worker, line) => write(json ? line : `${terminal.colours.faint(`[${worker}]`)} ${line}`),
    tell: (name, value) => (json ? logger.info({ [name]: value }, 'up') : region.say(`  ${name.padEnd(10)} ${value}`)),
  }
}
