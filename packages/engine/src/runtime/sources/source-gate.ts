import { setTimeout as sleep } from 'node:timers/promises'
import { PawlError } from '../../errors.ts'
import type { Runner } from '../../postgres/runner.ts'
import { type Asked, askSource } from '../../postgres/sources.ts'
import { type DeferReason, SourceDeferredError } from '../../source/source-deferred-error.ts'
import type { SourceDefinition } from '../../source/source-definition.ts'
import type { Events } from '../events.ts'
import type { Attempt } from '../worker/attempt.ts'
import type { SourceTeller } from './source-teller.ts'
import { WaitingLine } from './waiting-line.ts'

export type SourceGateOptions = { readonly runner: Runner; readonly teller: SourceTeller; readonly events: Events }

/** The code of what a job fails with that was put off too often. */
export const unavailable = 'source-unavailable'

/** One request of one attempt. */
export type Call = { readonly attempt: Attempt; readonly source: SourceDefinition; readonly class: string }

/** So long a handler waits in its slot for its source; what takes longer is waited for in line. */
const patienceMs = 2_000
/** A job that was claimed just now need not ask again. */
const freshMs = 20
/** A job that calls another source than its own is not held back by its lane, so it looks again after this time at the latest. */
const longestMs = 300_000
const firstRetryMs = 1_000
const longestRetryMs = 60_000

/** Whether a source may be called, and what becomes of a job when not. */
export class SourceGate {
  readonly #options: SourceGateOptions
  readonly #line = new WaitingLine()

  constructor(options: SourceGateOptions) {
    this.#options = options
  }

  /** Resolves when one request may be sent, with whether it is the probe. Else the job is deferred. */
  async pass(call: Call): Promise<boolean> {
    const { attempt, source } = call
    const { teller } = this.#options
    const { heldMs, probeMs } = takePass(call)
    if (heldMs !== undefined && heldMs <= freshMs) return probeMs !== undefined
    const asked = await this.#ask(call, { heldMs, probeMs })
    if (asked.reason === null) return asked.isProbe
    if (probeMs !== undefined) teller.note({ source: source.name, kind: 'probe' })
    // for want of a token the one that was held has been given back already
    if (heldMs !== undefined && asked.reason !== 'no-token')
      teller.count('returned', source.name, performance.now() - heldMs)
    const giveUpAt = performance.now() + patienceMs
    const wait = () => this.#wait(call, asked, giveUpAt)
    return this.#line.through(`${call.class} ${source.name}`, wait, attempt.signal)
  }

  async #wait(call: Call, refused: Asked, giveUpAt: number): Promise<boolean> {
    const { signal } = call.attempt
    let asked = refused
    for (;;) {
      // who came late to the head of the line has no time left
      if (performance.now() < giveUpAt) asked = await this.#ask(call)
      if (asked.reason === null) return asked.isProbe
      const { reason, waitMs } = asked
      if (performance.now() + waitMs > giveUpAt) throw await this.#defer(call, reason, waitMs)
      await sleep(Math.max(1, waitMs), undefined, { signal }).catch(() => {
        throw signal.reason
      })
    }
  }

  #ask({ source, class: of }: Call, held: { heldMs?: number | undefined; probeMs?: number | undefined } = {}) {
    return askSource(this.#options.runner, source.name, { class: of, ...held })
  }

  /** Of the probe everybody should know before this job sends its next request. */
  async answered({ source }: Call, isProbe: boolean): Promise<void> {
    const { teller } = this.#options
    const told = { source: source.name, kind: 'answered' } as const
    if (isProbe) await teller.tell(told)
    else teller.note(told)
  }

  /** What was let go so long ago and could not be sent. */
  unsent({ source, class: of }: Call, isProbe: boolean, heldMs: number): void {
    const { teller } = this.#options
    if (isProbe) teller.note({ source: source.name, kind: 'probe' })
    teller.count('returned', source.name, performance.now() - heldMs, of)
  }

  /** Its attempt ran out of time while the source was silent, which counts against its circuit. */
  timedOut({ source }: Call): void {
    const error = 'no answer before the time of the attempt was over'
    this.#options.teller.note({ source: source.name, kind: 'failed', error })
  }

  /** The source has failed, which counts against its circuit. Returns what the handler is to throw. */
  async failed(call: Call, cause: Error): Promise<Error> {
    const job = call.attempt.jobPosition
    const heard = await this.#options.teller.tell({
      source: call.source.name,
      kind: 'failed',
      error: cause.message,
      job,
    })
    // with an open circuit its lane is closed; until then it waits a little longer each time
    const putOff = heard.putOff ?? 0
    const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** putOff) * (1 + Math.random() / 10)
    const delayMs = heard.isNow === 'open' && isOwn(call) ? 0 : retryMs
    return this.#deferral(call, 'failed', delayMs, putOff, cause)
  }

  /** The source has asked to be left alone for so long. Returns what the handler is to throw. */
  async limited(call: Call, ms: number, said: string): Promise<Error> {
    const { source, attempt } = call
    const { teller } = this.#options
    const heard = await teller.tell({ source: source.name, kind: 'limited', error: said, ms, job: attempt.jobPosition })
    const delayMs = isOwn(call) ? 0 : Math.min(longestMs, ms)
    return this.#deferral(call, 'limited', delayMs, heard.putOff ?? 0, new PawlError('source-limited', said))
  }

  async #defer(call: Call, reason: DeferReason, waitMs: number): Promise<Error> {
    const { source, attempt } = call
    const { putOff } = await this.#options.teller.tell({
      source: source.name,
      kind: 'deferred',
      count: 0,
      job: attempt.jobPosition,
    })
    // its own lane waits for its source, unless it is another limit of it that is used up
    const isGated = isOwn(call) && (reason !== 'no-token' || call.class === '')
    return this.#deferral(call, reason, isGated ? 0 : Math.min(longestMs, waitMs), putOff ?? 0)
  }

  #deferral(call: Call, reason: DeferReason, delayMs: number, putOff: number, cause?: Error): Error {
    const { name, maxDeferrals } = call.source
    const because = cause?.message ?? said[reason](name)
    const options = cause === undefined ? {} : { cause }
    if (putOff >= maxDeferrals) {
      return new PawlError(unavailable, `put off ${putOff} times already, and again: ${because}`, options)
    }
    const { teller, events } = this.#options
    teller.count('deferred', name)
    events.emit('source.defer', { ...call.attempt.about, source: name, reason, delayMs })
    return new SourceDeferredError(name, reason, delayMs, because, options)
  }
}

/** What the claim has given to the attempt, as far as this call can use it: a token only if it is of the same class. */
function takePass(call: Call): { readonly heldMs: number | undefined; readonly probeMs: number | undefined } {
  const { attempt } = call
  const { pass } = attempt
  if (pass === undefined || !isOwn(call)) return { heldMs: undefined, probeMs: undefined }
  const ms = performance.now() - attempt.claimedAt
  attempt.pass = call.class === '' ? undefined : pass === 'probe' ? 'token' : pass
  return { heldMs: call.class === '' ? ms : undefined, probeMs: pass === 'probe' ? ms : undefined }
}

function isOwn({ attempt, source }: Call): boolean {
  return attempt.lane.source === source.name
}

const said: Record<DeferReason, (name: string) => string> = {
  paused: (name) => `${name} is paused`,
  open: (name) => `${name} has failed too often, and is left alone until a probe succeeds`,
  'no-token': (name) => `${name} may not be called so often`,
  failed: (name) => `${name} has failed`,
  limited: (name) => `${name} asks for patience`,
}
