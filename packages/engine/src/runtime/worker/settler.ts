import { CancelledError, PawlError } from '../../errors.ts'
import { deferralRecord, errorRecord } from '../../job/error-record.ts'
import { InvalidResultError } from '../../job/result.ts'
import { isAnswer } from '../../postgres/is-answer.ts'
import type { Runner } from '../../postgres/runner.ts'
import {
  findOutcomes,
  handBack,
  type SettlingWorker,
  settleDead,
  settleLater,
  settleSucceeded,
  settleWithResults,
  type ToHandBack,
  type ToSettle,
  type ToSettleDead,
  type ToSettleLater,
  type ToSettleWithResult,
} from '../../postgres/settle.ts'
import { suspendAttempt, type ToSuspend } from '../../postgres/steps.ts'
import type { Events } from '../events.ts'
import type { LaneBook } from '../lane-book.ts'
import { announceSettlement } from './announce-settlement.ts'
import type { Attempt } from './attempt.ts'
import type { Settlement } from './settlement.ts'

type Settling = { readonly attempt: Attempt; readonly settlement: Settlement; readonly durationMs: number }

export type SettlerOptions = {
  readonly runner: Runner
  readonly worker: () => SettlingWorker
  readonly lanes: LaneBook
  readonly events: Events
  /** An attempt is settled, by us or by somebody else: its lease has one less to go. */
  readonly onSettled: (attempt: Attempt) => void
  /** A job was put into `later` and is due in so many ms. */
  readonly onLater: (delayMs: number) => void
  /** It is not behind any more. */
  readonly onCaughtUp: () => void
}

const maxBatch = 2_000
/** With more than these waiting to be written no more is claimed: they would take memory, and be written no sooner. */
const maxWaiting = 1_000
const maxResultsBytes = 4 * 1024 * 1024
const retryMs = 200

/** Writes outcomes in batches. What cannot be written because PostgreSQL is away is kept and tried again. */
export class Settler {
  readonly #options: SettlerOptions
  #waiting: Settling[] = []
  #flushing: Promise<void> | undefined

  constructor(options: SettlerOptions) {
    this.#options = options
  }

  add(attempt: Attempt, settlement: Settlement, durationMs: number): void {
    const cancelled = settlement.kind === 'lost' && attempt.abortReason instanceof CancelledError
    if (cancelled || settlement.kind === 'committed') {
      this.#settled({ attempt, settlement, durationMs })
      return
    }
    this.#waiting.push({ attempt, settlement, durationMs })
    this.#flushing ??= this.#flush()
  }

  /** Outcomes come faster than they are written. */
  get isBehind(): boolean {
    return this.#waiting.length > maxWaiting
  }

  /** Something that was added has not been written. */
  get busy(): boolean {
    return this.#flushing !== undefined
  }

  /** Resolves when all that was added has been written. */
  async idle(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
  }

  async #flush(): Promise<void> {
    // one turn of the event loop gathers what ended together
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const wasBehind = this.isBehind
      const batch = this.#waiting.splice(0, maxBatch)
      if (wasBehind && !this.isBehind) this.#options.onCaughtUp()
      batch.sort((a, b) => a.attempt.pos - b.attempt.pos)
      await this.#writeAll(batch)
    }
    this.#flushing = undefined
  }

  async #writeAll(batch: readonly Settling[]): Promise<void> {
    const of = (...kinds: Settlement['kind'][]) => batch.filter(({ settlement }) => kinds.includes(settlement.kind))
    const { runner, worker } = this.#options
    const succeeded = of('succeeded')
    const plain = succeeded.filter((item) => !item.attempt.isTied && resultOf(item) === undefined)
    const tied = succeeded.filter((item) => item.attempt.isTied && resultOf(item) === undefined)
    const withResult = succeeded.filter((item) => resultOf(item) !== undefined)
    await this.#write(plain, (items) => settleSucceeded(runner, worker(), items.map(base)))
    await this.#write(tied, (items) => settleSucceeded(runner, worker(), items.map(base), true))
    for (const part of inParts(withResult)) await this.#writeWithResults(part)
    await this.#write(of('retryable', 'deferred'), (items) => settleLater(runner, worker(), items.map(toLater)))
    await this.#write(of('suspended'), (items) => this.#suspend(items))
    await this.#write(of('failed'), (items) => settleDead(runner, worker(), items.map(toDead)))
    await this.#write(of('handBack'), async (items) => handBack(runner, worker(), await this.#toFront(items)))
    // nothing to write: only what stands in their place is looked up, and told
    await this.#write(of('lost'), async () => 0)
  }

  /** A result that PostgreSQL refuses is refused for ever: it is the failure of its own job, and must hold up nobody else's. */
  async #writeWithResults(items: readonly Settling[]): Promise<void> {
    const { runner, worker } = this.#options
    const settle = (items: readonly Settling[]) => settleWithResults(runner, worker(), items.map(toSettleWithResult))
    try {
      await this.#write(items, settle, isAnswer)
    } catch (error) {
      if (items.length > 1) for (const item of items) await this.#writeWithResults([item])
      else
        await this.#write([refusedResult(items[0]!, error)], (dead) => settleDead(runner, worker(), dead.map(toDead)))
    }
  }

  async #write(
    items: readonly Settling[],
    write: (items: readonly Settling[]) => Promise<number>,
    isFinal: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    if (items.length === 0) return
    for (;;) {
      try {
        const settled = await write(items)
        const lost = settled === items.length ? undefined : await this.#lost(items)
        for (const item of items) this.#settled(item, lost?.get(item.attempt.pos))
        return
      } catch (error) {
        // nobody can write any more: the leases stay, and the other workers take them back
        if (error instanceof PawlError && error.code === 'stopped') return
        if (isFinal(error)) throw error
        this.#options.events.emit('service.error', { service: 'settler', error, retryMs })
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  /** Of items that were not all written: by position, whose outcome stands in the place of ours. */
  async #lost(items: readonly Settling[]): Promise<Map<number, string>> {
    const { runner, worker } = this.#options
    const standing = new Map(
      (
        await findOutcomes(
          runner,
          items.map((item) => item.attempt.pos),
        )
      ).map((o) => [o.pos, o]),
    )
    const lost = new Map<number, string>()
    for (const { attempt, settlement } of items) {
      const outcome = standing.get(attempt.pos)
      const kind = settlement.kind === 'handBack' || settlement.kind === 'suspended' ? 'deferred' : settlement.kind
      // Ours after all: the reply to an earlier try was lost with its connection.
      const ours = outcome?.worker === worker().id && outcome.kind === kind
      if (!ours) lost.set(attempt.pos, outcome?.kind ?? 'none')
    }
    return lost
  }

  #settled({ attempt, settlement, durationMs }: Settling, standing?: string): void {
    const { events, onSettled, onLater } = this.#options
    onSettled(attempt)
    if ('delayMs' in settlement) onLater(settlement.delayMs)
    if (standing !== undefined) events.emit('job.lease-lost', { ...attempt.about, standing })
    else announceSettlement(events, attempt, settlement, durationMs)
  }

  /** One by one: each waits for whoever is sending the event that it is about to wait for. */
  async #suspend(items: readonly Settling[]): Promise<number> {
    const { runner, worker, onLater } = this.#options
    let settled = 0
    for (const item of items) {
      const answer = await suspendAttempt(runner, worker(), toSuspend(item))
      if (answer !== undefined) settled++
      if (answer === 'woken') onLater(0)
    }
    return settled
  }

  #toFront(items: readonly Settling[]): Promise<ToHandBack[]> {
    return Promise.all(
      items.map(async (item) => {
        const { lane, startedAt } = item.attempt
        const front = lane.place === 'line' ? await this.#options.lanes.at('front', lane) : lane
        return { ...base(item), frontLane: front.id, started: startedAt !== undefined }
      }),
    )
  }
}

function base({ attempt, durationMs }: Settling): ToSettle {
  return { pos: attempt.pos, lease: attempt.lease, durationMs }
}

function resultOf({ settlement }: Settling): string | undefined {
  return settlement.kind === 'succeeded' ? settlement.result : undefined
}

function toSettleWithResult(item: Settling): ToSettleWithResult {
  return { ...base(item), result: resultOf(item)! }
}

/** A statement holds so many bytes of results, or one that is larger. */
function* inParts(items: readonly Settling[]): Generator<Settling[]> {
  let part: Settling[] = []
  let bytes = 0
  for (const item of items) {
    bytes += resultOf(item)!.length
    if (part.length > 0 && bytes > maxResultsBytes) {
      yield part
      part = []
      bytes = resultOf(item)!.length
    }
    part.push(item)
  }
  if (part.length > 0) yield part
}

function refusedResult(item: Settling, cause: unknown): Settling {
  const message = `the result of '${item.attempt.definition.type}' cannot be kept: ${errorRecord(cause).message}`
  const error = new InvalidResultError('invalid-result', message, { cause })
  return { ...item, settlement: { kind: 'failed', reason: 'permanent', error, errorClass: 'permanent' } }
}

function toLater(item: Settling): ToSettleLater {
  const { settlement } = item
  if (settlement.kind === 'retryable') {
    const { delayMs, error, errorClass } = settlement
    return { ...waiting(item), kind: 'retryable', delayMs, error: errorRecord(error, errorClass) }
  }
  if (settlement.kind !== 'deferred') throw new TypeError(`not for later: ${settlement.kind}`)
  return {
    ...waiting(item),
    kind: 'deferred',
    delayMs: settlement.delayMs,
    error: deferralRecord(settlement.reason, settlement.code, settlement.cleared),
    cleared: settlement.cleared === true,
  }
}

function toSuspend(item: Settling): ToSuspend {
  const { settlement } = item
  if (settlement.kind !== 'suspended') throw new TypeError(`not suspended: ${settlement.kind}`)
  const { events, delayMs, reason } = settlement
  return { ...waiting(item), events, delayMs, detail: deferralRecord(reason) }
}

/** In a group of one a job that waits for its retry holds back its successors; in a larger one others may run meanwhile. */
function waiting(item: Settling): ToSettle & { givesBackSlot: boolean } {
  const { group, definition } = item.attempt
  return { ...base(item), givesBackSlot: group !== undefined && definition.groupConcurrency > 1 }
}

function toDead(item: Settling): ToSettleDead {
  const { settlement } = item
  if (settlement.kind !== 'failed') throw new TypeError(`not dead: ${settlement.kind}`)
  return { ...base(item), reason: settlement.reason, error: errorRecord(settlement.error, settlement.errorClass) }
}
