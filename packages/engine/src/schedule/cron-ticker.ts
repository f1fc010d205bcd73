import { Cron } from 'croner'
import { PawlError } from '../errors.ts'

/** Any instant will do: a pattern that never comes from here on never comes. */
const anInstant = new Date(0)

/** The ticks of a cron pattern in a time zone. What happens when clocks are changed is written in docs/schedules.md. */
export function cronTicker(pattern: string, timeZone: string): (after: Date) => Date {
  const cron = parse(pattern, timeZone)
  return (after) => {
    const next = cron.nextRun(after)
    if (next === null) throw invalid(pattern, 'no day fits it')
    return next
  }
}

/** Throws when the pattern cannot be read, or never comes. */
export function checkCron(pattern: string, timeZone: string): void {
  cronTicker(pattern, timeZone)(anInstant)
}

function parse(pattern: string, timeZone: string): Cron {
  // both would be understood, and would read the clock of this process
  if (pattern.includes('?')) throw invalid(pattern, "'?' stands for the time at which a process started")
  if (/^\s*\d+-/.test(pattern) && !/\s\S/.test(pattern)) throw invalid(pattern, 'it is a date')
  try {
    return new Cron(pattern, { timezone: timeZone, mode: '5-or-6-parts', paused: true })
  } catch (error) {
    throw invalid(pattern, error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error), error)
  }
}

function invalid(pattern: string, why: string, cause?: unknown): PawlError {
  return new PawlError(
    'invalid-cron',
    `'${pattern}' is no cron pattern for a schedule: ${why}. Five fields are expected (minute hour day month weekday), ` +
      'or six with the second before them.',
    { cause },
  )
}
