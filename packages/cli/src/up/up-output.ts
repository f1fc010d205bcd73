import { stripVTControlCharacters } from 'node:util'
import type { Logger } from 'pawl'
import type { CommandContext } from '../command.ts'
import type { Setting } from '../config/setting.ts'
import type { LogLevel } from '../config/settings.ts'
import { LiveRegion } from '../terminal/live-region.ts'
import { lineLogger } from './line-logger.ts'
import { logLevelOf } from './options.ts'
import type { Problems } from './summary.ts'

/** What `pawl up` prints: lines that stay, and below them, on a terminal, a summary that is drawn over. */
export type UpOutput = {
  readonly region: LiveRegion
  readonly logger: Logger
  /** The level of this process and of its workers. */
  readonly level: LogLevel
  /** The summary is shown: it stands for the events that are not printed. */
  readonly hasSummary: boolean
  /** The summary is drawn in place. */
  readonly isLive: boolean
  /** Warnings and errors of this process and its workers so far. */
  problems(): Problems
  /** What a worker process has written. */
  passOn(worker: number, line: string): void
  /** A fact about this start. */
  tell(name: string, value: string): void
}

/** A line of a worker process, as `lineLogger` writes it. */
const problem = /^\S+ (warn|error) /

export function upOutput({ options, terminal }: CommandContext, setting: Setting<LogLevel>): UpOutput {
  const region = new LiveRegion(terminal)
  const json = options.json === true
  const hasSummary = !json && options.log !== true && setting.from === 'default'
  const level = hasSummary ? 'warn' : logLevelOf(options, setting)
  const counts = { warnings: 0, errors: 0 }
  const write = (line: string) => (json ? terminal.print(line) : region.say(line))
  const lines = lineLogger({ level, json, colours: terminal.colours, write })
  const logger: Logger = {
    ...lines,
    warn(fields, message) {
      counts.warnings++
      lines.warn(fields, message)
    },
    error(fields, message) {
      counts.errors++
      lines.error(fields, message)
    },
  }
  return {
    region,
    logger,
    level,
    hasSummary,
    isLive: terminal.isSaySeen && hasSummary,
    problems: () => counts,
    passOn(worker, line) {
      const [, found] = problem.exec(stripVTControlCharacters(line)) ?? []
      if (found !== undefined) counts[found === 'warn' ? 'warnings' : 'errors']++
      write(json ? line : `${terminal.colours.faint(`[${worker}]`)} ${line}`)
    },
    tell: (name, value) => (json ? logger.info({ [name]: value }, 'up') : region.say(`  ${name.padEnd(10)} ${value}`)),
  }
}
