import { encodeBody } from '../job/body.ts'
import { checkEnqueueOptions, type EnqueueOptions } from '../job/enqueue-options.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import { type JobId, jobId } from '../job/job-id.ts'
import { type NewJob, waits, writeJobs } from '../postgres/enqueue.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'

type Waiting = {
  readonly job: NewJob
  readonly resolve: (id: JobId) => void
  readonly reject: (error: unknown) => void
}

const maxFlush = 1_000

/**
 * Puts jobs into the ledger. Calls that come while an insert is under way share the next one, and each caller still awaits
 * its own durable commit.
 */
export class Enqueuer {
  readonly #runner: Runner
  readonly #lanes: LaneBook
  readonly #events: Events
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined

  constructor(runner: Runner, lanes: LaneBook, events: Events) {
    this.#runner = runner
    this.#lanes = lanes
    this.#events = events
  }

  /** Checks a body and its options and finds its lane. Nothing is written yet. */
  async prepare(definition: JobDefinition, body: unknown, options: EnqueueOptions = {}): Promise<NewJob> {
    checkEnqueueOptions(options)
    const text = await encodeBody(definition, body)
    const lane = await this.#lanes.find({
      queue: definition.queue,
      type: definition.type,
      version: definition.version,
      priority: options.priority ?? definition.priority,
      source: options.source ?? definition.source?.(body) ?? '',
      place: 'line',
    })
    return {
      type: definition.type,
      queue: definition.queue,
      lane: lane.id,
      body: text,
      maxAttempts: definition.retry.attempts,
      startBefore: options.startBefore ?? null,
      trace: options.trace ?? null,
      runAt: options.runAt ?? null,
      delayMs: options.delayMs ?? null,
      id: null,
      silent: options.twoPhase === true,
    }
  }

  async enqueue(definition: JobDefinition, body: unknown, options: EnqueueOptions): Promise<JobId> {
    const job = await this.prepare(definition, body, options)
    return new Promise<JobId>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#flushing ??= this.#flush()
    })
  }

  /** Writes a batch through the given runner: our own connection, or the caller's transaction. */
  async write(runner: Runner | undefined, jobs: readonly NewJob[]): Promise<JobId[]> {
    const ids = (await writeJobs(runner ?? this.#runner, jobs)).map(jobId)
    this.announce(jobs, ids)
    return ids
  }

  async settled(): Promise<void> {
    await this.#flushing
  }

  async #flush(): Promise<void> {
    // one turn of the event loop gathers the calls that were made together
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxFlush)
      // two statements, two transactions: each group succeeds or fails by itself
      await this.#writeGroup(batch.filter(({ job }) => !waits(job)))
      await this.#writeGroup(batch.filter(({ job }) => waits(job)))
    }
    this.#flushing = undefined
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    if (group.length === 0) return
    try {
      const ids = await this.write(
        undefined,
        group.map((waiting) => waiting.job),
      )
      for (const [i, waiting] of group.entries()) waiting.resolve(ids[i]!)
    } catch (error) {
      await this.#writeEach(group, error)
    }
  }

  /** One caller's fault must not fail the others that shared its insert. An error of the connection is everybody's. */
  async #writeEach(batch: readonly Waiting[], error: unknown): Promise<void> {
    const refused = /^2[23]/.test(String((error as { code?: unknown }).code))
    for (const { job, resolve, reject } of batch) {
      if (batch.length === 1 || !refused) reject(error)
      else await this.write(undefined, [job]).then(([id]) => resolve(id!), reject)
    }
  }

  /** Tells of jobs that were written, a batch of one type at a time. */
  announce(jobs: readonly NewJob[], ids: readonly JobId[]): void {
    if (!this.#events.heard('job.enqueue')) return
    const batches = new Map<string, { type: string; queue: string; ids: JobId[] }>()
    for (const [i, { type, queue }] of jobs.entries()) {
      const batch = batches.get(type) ?? { type, queue, ids: [] }
      batch.ids.push(ids[i]!)
      batches.set(type, batch)
    }
    for (const batch of batches.values()) this.#events.emit('job.enqueue', batch)
  }
}
