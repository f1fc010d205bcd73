import type { ErrorClass } from '../job/classify-error.ts'
import type { JobId } from '../job/job-id.ts'
import type { LeaveReason } from '../pipeline/decide-leg.ts'
import type { PhaseProgress } from '../pipeline/phase-progress.ts'
import type { Miss } from '../schedule/decide-fire.ts'
import type { ScheduleSpec } from '../schedule/schedule-spec.ts'
import { EventCounts } from './event-counts.ts'

type OfJob = {
  readonly id: JobId
  readonly type: string
  readonly queue: string
  readonly attempt: number
  /** Of the trace that its run belongs to, if it is traced. */
  readonly traceId?: string
}

type OfRun = {
  readonly pipeline: string
  readonly subject: string
  readonly run: number
  readonly phase: string
}

/** Everything that happens, by name. Nothing is silent: each give-up, reclaim, deferral and dead letter is here. */
export type PawlEvents = {
  /** One batch. In a caller's transaction it is told when written, before that commits. */
  'job.enqueue': { readonly type: string; readonly queue: string; readonly ids: readonly JobId[] }
  'job.claim': { readonly count: number; readonly ahead: number; readonly queue: string }
  'job.start': OfJob & { readonly slot: string }
  'job.settle': OfJob & {
    readonly outcome: 'succeeded' | 'retryable' | 'failed' | 'deferred'
    readonly durationMs: number
    readonly delayMs?: number
    readonly reason?: string
    readonly error?: unknown
    readonly errorClass?: ErrorClass
  }
  /** `kept`: its result was kept by an earlier attempt, and it did not run. */
  'job.step': OfJob & { readonly step: string; readonly kept: boolean }
  'job.lease-lost': OfJob & { readonly standing: string }
  /** Told by the process that cancels, whether the job waited or ran. */
  'job.cancel': { readonly id: JobId; readonly type: string; readonly queue: string }
  /** Its job was cancelled while it ran or waited for a slot here: its signal has fired. */
  'job.abort': OfJob
  /** Its group is full: it waits for a slot. */
  'job.park': OfJob & { readonly group: string }
  'job.late-error': OfJob & { readonly error: unknown }
  'job.reclaim': {
    readonly id: JobId
    readonly type: string
    readonly queue: string
    readonly from: string
    readonly blamed: boolean
    /** Its next attempt runs in quarantine. */
    readonly quarantined: boolean
  }
  /** Its handler has deferred it 1,000 times, or a tenfold of that: it may never end. */
  'job.defer-loop': OfJob & { readonly deferrals: number; readonly delayMs: number; readonly reason: string }
  /** It waits for a job that failed: somebody has to replay or discard that one. */
  'job.blocked': {
    readonly id: JobId
    readonly type: string
    readonly queue: string
    readonly on: JobId
    readonly endedAs: string
  }
  'job.dead': { readonly id: JobId; readonly type: string; readonly queue: string; readonly reason: string }
  /** A dead letter runs again, as the job `id`. */
  'job.replay': { readonly id: JobId; readonly replays: JobId; readonly type: string; readonly queue: string }
  /** An operator, or code, ran it before its time. */
  'job.run-now': { readonly id: JobId; readonly type: string; readonly queue: string }
  /** Bodies, results and errors of so many jobs were blanked. */
  'job.erase': { readonly count: number }
  'job.discard': { readonly id: JobId; readonly type: string; readonly queue: string }
  'job.log': OfJob & { readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly fields: object }
  'slot.error': { readonly slot: string; readonly id: JobId }
  'slot.reset': { readonly slot: string }
  'worker.start': { readonly worker: string; readonly queues: readonly string[] }
  'worker.stop': { readonly worker: string; readonly handedBack: number }
  'worker.lost': { readonly worker: string; readonly self: boolean }
  'worker.blocked': { readonly worker: string; readonly blockedMs: number }
  'worker.unfit': { readonly worker: string; readonly error: unknown }
  /** A job is deferred because Pawl itself had no connection for it: no attempt is used. */
  'connection.defer': OfJob & { readonly reason: string; readonly delayMs: number }
  /** Pawl's own connections fail: until they can be made again the worker claims less often. Once for each loss. */
  'connection.lost': { readonly worker: string; readonly error: unknown }
  /** `deferred`: how many attempts were deferred meanwhile. */
  'connection.back': { readonly worker: string; readonly afterMs: number; readonly deferred: number }
  /** `woken`: how many jobs were waiting for it. */
  'signal.send': { readonly event: string; readonly woken: number }
  /** A request was sent; its URL is not told, as it may hold a secret. */
  'source.request': OfJob & {
    readonly source: string
    readonly outcome: 'answered' | 'failed' | 'limited'
    readonly status?: number
    readonly durationMs: number
  }
  /** An answer was kept, and served without a request. */
  'source.hit': { readonly source: string }
  /** A job is put off because of it. */
  'source.defer': OfJob & { readonly source: string; readonly reason: string; readonly delayMs: number }
  /** Its circuit has opened, or opened again: it is left alone until a probe succeeds. */
  'source.open': { readonly source: string; readonly reason: string }
  /** One request goes to see whether it is back. */
  'source.probe': { readonly source: string }
  'source.close': { readonly source: string; readonly by: 'answer' | 'operator' }
  /** `forMs` undefined: until it is resumed. */
  'source.pause': { readonly source: string; readonly forMs: number | undefined; readonly by: 'source' | 'operator' }
  'source.resume': { readonly source: string }
  'source.limit': { readonly source: string }
  'queue.pause': { readonly queue: string }
  'queue.resume': { readonly queue: string }
  /** One tick, or one batch of what was due. */
  'schedule.fire': {
    readonly schedule: string
    readonly at: Date
    readonly lateMs: number
    readonly ids: readonly JobId[]
    readonly byHand: boolean
  }
  'schedule.miss': Miss & { readonly schedule: string }
  'schedule.error': {
    readonly schedule: string
    readonly error: unknown
    readonly failures: number
    readonly retryMs: number
  }
  'schedule.change': {
    readonly schedule: string
    readonly from: ScheduleSpec
    readonly to: ScheduleSpec
    readonly nextAt: Date
  }
  /** A newer release has changed when it ticks: this process leaves it alone. */
  'schedule.outdated': {
    readonly schedule: string
    readonly declared: ScheduleSpec
    readonly standing: ScheduleSpec
  }
  'schedule.pause': { readonly schedule: string }
  'schedule.resume': { readonly schedule: string }
  /** An item was put into a stage. In a caller's transaction it is told when written, before that commits. */
  'pipeline.submit': { readonly pipeline: string; readonly item: string; readonly stage: string; readonly job: string }
  /** A stage has come to something. `to` null: it was the last one. */
  'pipeline.move': {
    readonly pipeline: string
    readonly item: string
    readonly from: string
    readonly to: string | null
  }
  /** A stage's job ended without effect: its item is not its own any more. */
  'pipeline.leave': {
    readonly pipeline: string
    readonly item: string
    readonly stage: string
    readonly reason: LeaveReason
  }
  /** An item, or the run over this subject. */
  'pipeline.cancel': { readonly pipeline: string; readonly item: string }
  /** A run over a subject begins, or goes on after it was interrupted. */
  'pipeline.start': { readonly pipeline: string; readonly subject: string; readonly run: number; readonly job: JobId }
  'pipeline.end': { readonly pipeline: string; readonly subject: string; readonly run: number }
  'phase.start': OfRun & { readonly total: number | null }
  'phase.progress': OfRun & PhaseProgress
  'phase.failure': OfRun & { readonly key: string; readonly error: unknown }
  'phase.end': OfRun & PhaseProgress
  /** A partition of the ledger was made ahead of need, or closed because its time was up. */
  'partition.make': { readonly partition: number }
  'partition.close': { readonly partition: number }
  /** Jobs that still waited in a partition that is to go were appended anew. */
  'retention.move': { readonly partition: number; readonly count: number }
  'retention.wait': { readonly partition: number; readonly reason: 'writers' | 'running' | 'claims' | 'readers' }
  'retention.drop': { readonly partition: number }
  /** Dead letters of a queue were discarded because retention no longer keeps them. */
  'retention.discard': { readonly queue: string; readonly count: number }
  /** Something had fallen between two steps. In a healthy system this never happens. */
  'sweep.repair': { readonly kind: 'key' | 'slot' | 'parked' | 'waiting' | 'partition'; readonly what: string }
  'service.error': { readonly service: string; readonly error: unknown; readonly retryMs: number }
  /** Found by `migrate`: what this role creates without naming a schema lands in the schema `pawl`. */
  'schema.shadowed': { readonly role: string; readonly advice: string }
  'listen.lost': { readonly error: unknown }
  'listen.ready': { readonly polling: boolean }
}

/** The names of all events. */
export type EventName = keyof PawlEvents
/** What `pawl.on` takes. It is called at once and awaited by nobody; what it throws is thrown outside of the job. */
export type EventListener<E extends EventName> = (event: PawlEvents[E]) => void
export type AnyListener = <E extends EventName>(name: E, event: PawlEvents[E]) => void

/** Made only when somebody listens. Settlements are counted where they are written, the others are not worth it. */
const oncePerJob: ReadonlySet<EventName> = new Set([
  ...(['job.enqueue', 'job.claim', 'job.start', 'job.step', 'job.settle', 'job.log'] as const),
])

/** Events of one Pawl. A listener that throws must not take a job with it: its error is thrown outside, where it is seen. */
export class Events {
  readonly #byName = new Map<EventName, Set<EventListener<never>>>()
  readonly #all = new Set<AnyListener>()
  /** Counts whether anybody listens or not. */
  readonly counts = new EventCounts()

  on<E extends EventName>(name: E, listener: EventListener<E>): () => void {
    const listeners = this.#byName.get(name) ?? new Set()
    this.#byName.set(name, listeners.add(listener as EventListener<never>))
    return () => listeners.delete(listener as EventListener<never>)
  }

  onAny(listener: AnyListener): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  /** True when somebody listens: on the hot path an event that nobody hears is not even made. */
  heard(name: EventName): boolean {
    return this.#all.size > 0 || (this.#byName.get(name)?.size ?? 0) > 0
  }

  emit<E extends EventName>(name: E, event: PawlEvents[E]): void {
    if (!oncePerJob.has(name)) this.counts.add(name, event)
    for (const listener of this.#byName.get(name) ?? []) guard(() => (listener as EventListener<E>)(event))
    for (const listener of this.#all) guard(() => listener(name, event))
  }
}

function guard(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
