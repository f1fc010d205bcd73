import type { EventName, Events, PawlEvents } from './events.ts'

/** What pino, and most loggers, look like. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>

type Level = keyof Logger

const levels: Record<EventName, Level> = {
  'job.enqueue': 'debug',
  'job.claim': 'debug',
  'job.start': 'debug',
  'job.step': 'debug',
  'job.settle': 'debug',
  'job.lease-lost': 'warn',
  'job.cancel': 'info',
  'job.park': 'info',
  'job.blocked': 'warn',
  'job.late-error': 'warn',
  'job.reclaim': 'warn',
  'job.dead': 'error',
  'job.log': 'info',
  'slot.error': 'error',
  'slot.reset': 'info',
  'worker.start': 'info',
  'worker.stop': 'info',
  'worker.lost': 'error',
  'worker.blocked': 'warn',
  'worker.unfit': 'error',
  'signal.send': 'info',
  'queue.pause': 'info',
  'queue.resume': 'info',
  'schedule.fire': 'info',
  'schedule.miss': 'warn',
  'schedule.error': 'error',
  'schedule.change': 'info',
  'schedule.outdated': 'warn',
  'schedule.pause': 'info',
  'schedule.resume': 'info',
  'partition.make': 'info',
  'partition.close': 'info',
  'retention.move': 'info',
  'retention.wait': 'warn',
  'retention.drop': 'info',
  'retention.discard': 'warn',
  'sweep.repair': 'error',
  'service.error': 'error',
  'listen.lost': 'warn',
  'listen.ready': 'debug',
}

/** The one subscriber that logs: one line an event. */
export function logEvents(events: Events, logger: Logger): () => void {
  return events.onAny((name, event) => {
    const { error, ...fields } = event as { error?: unknown }
    const line = error === undefined ? fields : { ...fields, err: error }
    logger[levelOf(name, event)](line, name === 'job.log' ? (event as PawlEvents['job.log']).message : name)
  })
}

function levelOf<E extends EventName>(name: E, event: PawlEvents[E]): Level {
  if (name === 'job.log') return (event as PawlEvents['job.log']).level
  if (name === 'job.settle') {
    const { outcome } = event as PawlEvents['job.settle']
    return outcome === 'failed' ? 'error' : outcome === 'succeeded' ? 'debug' : 'warn'
  }
  return levels[name]
}
