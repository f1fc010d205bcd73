import { checkName, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { encodeBodies, encodeBody } from '../job/body.ts'
import { checkEnqueueOptions, type EnqueueOptions, noEnqueueOptions } from '../job/enqueue-options.ts'
import type { Enqueued } from '../job/enqueued.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { type JobKey, makeKey } from '../job/key.ts'
import type { Tracing } from '../job/tracing.ts'
import { enqueueKind } from '../postgres/enqueue.ts'
import type { Lane } from '../postgres/lanes.ts'
import type { NewJob, WrittenJob } from '../postgres/new-job.ts'
import type { Runner } from '../postgres/runner.ts'
import { defaultEnqueueTimeoutMs, EnqueueLimit } from './enqueue-limit.ts'
import { EnqueueLine } from './enqueue-line.ts'
import type { Events } from './events.ts'
import type { JobWriter } from './job-writer.ts'
import type { LaneBook } from './lane-book.ts'

export type EnqueuerOptions = {
  readonly tracing?: Tracing | undefined
  /** Default: 30 s. */
  readonly timeoutMs?: number | undefined
  /** Throws for the name of a source that was not declared. */
  readonly checkSource?: (name: string) => void
}

/** Puts jobs into the ledger. */
export class Enqueuer {
  readonly #writer: JobWriter
  readonly #lanes: LaneBook
  readonly #events: Events
  readonly #tracing: Tracing | undefined
  readonly #checkSource: (name: string) => void
  /** Of types whose jobs all go to one lane, unless an enqueue says otherwise: to put a lane's name together takes a microsecond. */
  readonly #usualLanes = new Map<JobDefinition, Lane>()
  readonly #limit: EnqueueLimit
  readonly #plain: EnqueueLine
  readonly #later: EnqueueLine
  readonly #tied: EnqueueLine

  constructor(
    writer: JobWriter,
    lanes: LaneBook,
    events: Events,
    { tracing, checkSource = () => {}, timeoutMs = defaultEnqueueTimeoutMs }: EnqueuerOptions = {},
  ) {
    this.#limit = new EnqueueLimit(timeoutMs)
    const write = (jobs: readonly NewJob[], since: number) => this.#writeWithin(jobs, since)
    this.#plain = new EnqueueLine(write, this.#limit, () => writer.tellSoon())
    this.#later = new EnqueueLine(write, this.#limit)
    this.#tied = new EnqueueLine(write, this.#limit)
    this.#checkSource = checkSource
    this.#writer = writer
    this.#lanes = lanes
    this.#events = events
    this.#tracing = tracing
  }

  /** Each enqueue has a trace of its own to carry on. */
  get isTraced(): boolean {
    return this.#tracing !== undefined
  }

  /** Checks a body and its options and finds its lane. Nothing is written yet. Most of the time all of it is known at once. */
  prepare(definition: JobDefinition, body: unknown, options: EnqueueOptions<never> = {}): NewJob | Promise<NewJob> {
    checkEnqueueOptions(options)
    const text = encodeBody(definition, body)
    if (typeof text !== 'string') return this.#prepareLater(definition, body, options, text)
    const lane = this.#laneOf(definition, body, options)
    if (lane instanceof Promise) return this.#prepareLater(definition, body, options, text)
    return newJob(definition, body, options, text, lane, this.#span(definition, 1, options))
  }

  async #prepareLater(
    definition: JobDefinition,
    body: unknown,
    options: EnqueueOptions<never>,
    text: string | Promise<string>,
  ): Promise<NewJob> {
    const checked = await text
    const lane = await this.#within(this.#laneOf(definition, body, options))
    return newJob(definition, body, options, checked, lane, this.#span(definition, 1, options))
  }

  #span({ type, queue }: JobDefinition, count: number, options: EnqueueOptions<never>): NewJob['span'] {
    return count === 0 ? undefined : this.#tracing?.enqueue({ type, queue, count, trace: options.trace ?? null })
  }

  #laneOf(definition: JobDefinition, body: unknown, options: EnqueueOptions<never>): Lane | Promise<Lane> {
    const usual = options === noEnqueueOptions ? this.#usualLanes.get(definition) : undefined
    if (usual !== undefined) return usual
    const { queue, type, version } = definition
    const priority = options.priority ?? definition.priority
    const source = sourceOf(definition, body, options)
    if (source !== '') this.#checkSource(source)
    const lane = this.#lanes.find({ queue, type, version, priority, source, place: 'line' })
    const isUsual = options === noEnqueueOptions && definition.source === undefined && !(lane instanceof Promise)
    if (isUsual) this.#usualLanes.set(definition, lane)
    return lane
  }

  #within(lane: Lane | Promise<Lane>): Lane | Promise<Lane> {
    return lane instanceof Promise ? this.#limit.ofLane(lane, () => this.#lanes.drop()) : lane
  }

  /** The same for bodies of one type: all are checked before the first is written. */
  async prepareMany(
    definition: JobDefinition,
    bodies: readonly unknown[],
    options: EnqueueOptions<never> = {},
  ): Promise<NewJob[]> {
    checkEnqueueOptions(options)
    if (!Array.isArray(bodies)) {
      throw new PawlError('invalid-bodies', `enqueueMany takes a list of bodies; got ${show(bodies)}`)
    }
    const texts = await encodeBodies(definition, bodies)
    // they differ in their lanes by whom they call alone
    const alike = definition.source === undefined && typeof options.source !== 'function'
    const common = alike ? await this.#within(this.#laneOf(definition, undefined, options)) : undefined
    const span = this.#span(definition, bodies.length, options)
    const jobs: NewJob[] = []
    for (const [i, body] of bodies.entries()) {
      const lane = common ?? (await this.#within(this.#laneOf(definition, body, options)))
      jobs.push(newJob(definition, body, options, texts[i]!, lane, span))
    }
    return jobs
  }

  /** Calls that come while an insert is under way share the next one; each still awaits its own durable commit. */
  enqueue(definition: JobDefinition, body: unknown, options: EnqueueOptions<never>): Promise<Enqueued> {
    const prepared = this.prepare(definition, body, options)
    return prepared instanceof Promise ? prepared.then((job) => this.#line(job)) : this.#line(prepared)
  }

  #line(job: NewJob): Promise<Enqueued> {
    const kind = enqueueKind(job)
    const line = kind === 'tied' ? this.#tied : kind === 'later' ? this.#later : this.#plain
    return job.span === undefined ? line.add(job) : told([job], line.add(job))
  }

  /** Writes a batch on our own connections, or through the caller's transaction. */
  write(transaction: Runner | undefined, jobs: readonly NewJob[]): Promise<Enqueued[]> {
    const write = transaction === undefined ? this.#writeWithin(jobs) : this.#write(transaction, jobs)
    const written = write.finally(() => this.#writer.tellSoon())
    return this.#tracing === undefined ? written : told(jobs, written)
  }

  #writeWithin(jobs: readonly NewJob[], since = performance.now()): Promise<Enqueued[]> {
    return this.#limit.ofInsert(this.#write(undefined, jobs), since, () => this.#writer.drop(jobs))
  }

  async #write(transaction: Runner | undefined, jobs: readonly NewJob[]): Promise<Enqueued[]> {
    const written = await this.#writer.write(transaction, jobs)
    const answers = written.map(asEnqueued)
    this.announce(jobs, answers)
    return answers
  }

  async settled(): Promise<void> {
    await Promise.all([this.#plain.settled(), this.#later.settled(), this.#tied.settled()])
    await this.#writer.settled()
  }

  /** Tells of jobs that were written, a batch of one type at a time. */
  announce(jobs: readonly NewJob[], answers: readonly Enqueued[]): void {
    if (this.#tracing !== undefined) for (const [i, { span }] of jobs.entries()) span?.written(answers[i]!.id)
    if (!this.#events.heard('job.enqueue')) return
    const batches = new Map<string, { type: string; queue: string; ids: JobId[] }>()
    for (const [i, { type, queue }] of jobs.entries()) {
      if (answers[i]!.duplicate) continue
      const batch = batches.get(type) ?? { type, queue, ids: [] }
      batch.ids.push(answers[i]!.id)
      batches.set(type, batch)
    }
    for (const batch of batches.values()) this.#events.emit('job.enqueue', batch)
  }
}

/** Who traces these jobs learns that they were not written. */
function told<T>(jobs: readonly NewJob[], written: Promise<T>): Promise<T> {
  return written.catch((error) => {
    for (const span of new Set(jobs.map((job) => job.span))) span?.failed(error)
    throw error
  })
}

function newJob(
  definition: JobDefinition,
  body: unknown,
  options: EnqueueOptions<never>,
  text: string,
  lane: Lane,
  span: NewJob['span'],
): NewJob {
  const { after } = options
  // field by field: a copy of what jobs have in common would be an object that V8 reads by looking up names
  return {
    type: definition.type,
    queue: definition.queue,
    lane: lane.id,
    source: lane.source,
    body: text,
    maxAttempts: definition.retry.attempts,
    startBefore: options.startBefore ?? null,
    trace: span === undefined ? (options.trace ?? null) : span.trace,
    runAt: options.runAt ?? null,
    delayMs: options.delayMs ?? null,
    id: null,
    key: keyOf(definition, body, options),
    group: groupOf(definition, body, options),
    after: after === undefined || after.length === 0 ? undefined : after.map(jobPosition),
    onFailed: options.onFailed ?? 'fail',
    span,
    silent: options.twoPhase === true,
  }
}

function asEnqueued({ id, duplicate, heldBy, replaced }: WrittenJob): Enqueued {
  if (heldBy === undefined) return { id: jobId(id), duplicate }
  return { id: jobId(id), duplicate, heldBy, ...(replaced === undefined ? {} : { replaced }) }
}

/** '' for a job that calls nobody. */
function sourceOf(definition: JobDefinition, body: unknown, options: EnqueueOptions<never>): string {
  const given = options.source as string | ((body: unknown) => string) | undefined
  const source = typeof given === 'function' ? given(body) : (given ?? definition.source?.(body) ?? '')
  return source === '' ? '' : checkName(`the source of '${definition.type}'`, source)
}

function keyOf(definition: JobDefinition, body: unknown, options: EnqueueOptions<never>): JobKey | undefined {
  if (options.key === null) return undefined
  const value = options.key ?? definition.key?.(body)
  return value === undefined ? undefined : makeKey(definition.type, value, definition.keyOptions, options)
}

function groupOf(definition: JobDefinition, body: unknown, options: EnqueueOptions<never>): string | undefined {
  const group = options.group ?? definition.group?.(body)
  return group === undefined ? undefined : checkName(`the group of '${definition.type}'`, group)
}
