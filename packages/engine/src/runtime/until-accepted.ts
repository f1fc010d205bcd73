import { setTimeout as pause } from 'node:timers/promises'
import { PawlError } from '../errors.ts'
import type { Connection } from '../postgres/connection.ts'
import { isPassing } from '../postgres/is-passing.ts'
import { ping } from '../postgres/ping.ts'
import type { Events } from './events.ts'

export type AcceptedOptions = {
  readonly connection: Pick<Connection, 'run' | 'drop'>
  readonly events: Events
  readonly limitMs: number
}

export const defaultStartTimeoutMs = 30_000

const retryMs = 200

/**
 * Waits while PostgreSQL starts up, shuts down or has no connection left. Any other error is thrown at once: a wrong address
 * does not become right by waiting.
 */
export async function untilAccepted({ connection, events, limitMs }: AcceptedOptions): Promise<void> {
  const deadline = performance.now() + limitMs
  let dropped = false
  const late = setTimeout(() => {
    dropped = true
    connection.drop()
  }, limitMs)
  try {
    for (;;) {
      try {
        return await ping(connection)
      } catch (error) {
        if (dropped || (isPassing(error) && performance.now() + retryMs > deadline)) throw notReady(limitMs, error)
        if (!isPassing(error)) throw error
        events.emit('service.error', { service: 'start', error, retryMs })
        await pause(retryMs)
      }
    }
  } finally {
    clearTimeout(late)
  }
}

function notReady(limitMs: number, cause: unknown): PawlError {
  return new PawlError(
    'not-ready',
    `PostgreSQL did not accept a connection within ${limitMs} ms (startTimeoutMs): ${(cause as Error).message}`,
    { cause },
  )
}
