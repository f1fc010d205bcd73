import { setTimeout as pause } from 'node:timers/promises'
import { PawlError } from '../../errors.ts'
import { isPassing } from '../../postgres/is-passing.ts'
import type { Events } from '../events.ts'

const retryMs = 500
/** What breaks its connection each time is itself to blame. One that cannot be had at all is waited for. */
const maxBreaks = 5

/** Repeats what PostgreSQL was not there for. A handler that was cut off does not wait for it. */
export class Patience {
  readonly #signal: AbortSignal
  readonly #events: Events

  constructor(signal: AbortSignal, events: Events) {
    this.#signal = signal
    this.#events = events
  }

  /** `run` must bear to be repeated: it has written nothing, or says the same again. */
  async untilThere<T>(run: () => Promise<T>): Promise<T> {
    for (let breaks = 0; ; ) {
      try {
        return await run()
      } catch (error) {
        const isAway = isCode(error, 'no-connection')
        if (!isAway && !mayPass(error)) throw error
        if (this.#signal.aborted || (!isAway && ++breaks > maxBreaks)) throw error
        this.#events.emit('service.error', { service: 'phases', error, retryMs })
        await pause(retryMs, undefined, { signal: this.#signal }).catch(() => {})
        if (this.#signal.aborted) throw error
      }
    }
  }
}

function mayPass(error: unknown): boolean {
  const codes = ['connection-lost', 'transaction-timeout', 'commit-unknown']
  return codes.some((code) => isCode(error, code)) || isPassing(error)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof PawlError && error.code === code
}
