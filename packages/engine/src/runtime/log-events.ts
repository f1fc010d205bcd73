import { eventLevels } from './event-levels.ts'
import type { EventName, Events, PawlEvents } from './events.ts'

/** What pino, and most loggers, look like. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>

type Level = keyof Logger

/** The one subscriber that logs: one line an event. */
export function logEvents(events: Events, logger: Logger): () => void {
  return events.onAny((name, event) => {
    // a line has one level and one message: fields of these names would stand in it a second time
    const { error, level, message = name, ...fields } = event as Partial<PawlEvents['job.log']> & { error?: unknown }
    logger[levelOf(name, event)](error === undefined ? fields : { ...fields, err: error }, message)
  })
}

/** A deferral is no failure: while a source is down there is one for each of its jobs. */
const settleLevels = { succeeded: 'debug', deferred: 'info', retryable: 'warn', failed: 'error' } as const

function levelOf<E extends EventName>(name: E, event: PawlEvents[E]): Level {
  if (name === 'job.log') return (event as PawlEvents['job.log']).level
  if (name === 'job.settle') {
    const { outcome } = event as PawlEvents['job.settle']
    return settleLevels[outcome]
  }
  return eventLevels[name]
}
