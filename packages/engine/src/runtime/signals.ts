import { refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { encodeValue } from '../job/result.ts'
import { checkStepName } from '../job/step-names.ts'
import type { Runner } from '../postgres/runner.ts'
import { sendSignal } from '../postgres/signals.ts'
import type { Events } from './events.ts'

/** How long a signal is kept. */
export type SignalOptions = {
  /** How long it is kept for jobs that do not wait yet. A week unless said otherwise. */
  readonly keepMs?: number
}

const weekMs = 7 * 24 * 60 * 60 * 1000
const maxPayloadBytes = 64 * 1024

/** Sends signals to jobs that wait for them. */
export class Signals {
  readonly #runner: Runner
  readonly #events: Events

  constructor(runner: Runner, events: Events) {
    this.#runner = runner
    this.#events = events
  }

  async send(event: string, payload: unknown, options: SignalOptions = {}): Promise<{ woken: number }> {
    refuseUnknownOptions('signal', options, ['keepMs'])
    checkStepName('the event of a signal', event)
    const keepMs = checkDuration('signal: keepMs', options.keepMs ?? weekMs)
    const text = encodeValue(`the payload of the signal '${event}'`, payload, maxPayloadBytes) ?? 'null'
    const woken = await sendSignal(this.#runner, event, text, keepMs)
    this.#events.emit('signal.send', { event, woken })
    return { woken }
  }
}
