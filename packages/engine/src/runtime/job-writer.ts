import type { LineBounds } from '../postgres/claim.ts'
import { enqueueKind, hasOnlyBody, writeHanding, writeJobs, writeOne } from '../postgres/enqueue.ts'
import type { NewJob, WrittenJob } from '../postgres/new-job.ts'
import { isWithoutPartition } from '../postgres/partitions.ts'
import type { DroppableRunner, Runner } from '../postgres/runner.ts'
import { tellOf } from '../postgres/wake-up.ts'
import type { Handing } from './handing.ts'
import { intoPartition } from './into-partition.ts'
import type { Partitions } from './partitions.ts'
import { WakeUps } from './wake-ups.ts'

export type WriterRunners = {
  readonly plain: DroppableRunner
  /** For jobs with a key: those may have to wait for a stranger's transaction that is taking the same one. */
  readonly tied: DroppableRunner
}

export type JobWriterOptions = {
  readonly runners: WriterRunners
  readonly partitions?: Pick<Partitions, 'notice' | 'tend'> | undefined
  readonly handing?: Handing | undefined
}

/** SQLSTATE: insufficient privilege. */
const notAllowed = '42501'

/** Writes jobs that are prepared: into a partition that is there, to a worker that stands by if one does, and tells the others. */
export class JobWriter {
  readonly #options: JobWriterOptions
  readonly #wakeUps: WakeUps

  constructor(options: JobWriterOptions) {
    this.#options = options
    this.#wakeUps = new WakeUps((lanes) => tellOf(options.runners.plain, lanes))
  }

  /** On connections of our own, or through the caller's transaction. Answers in the order of the jobs. */
  write(transaction: Runner | undefined, jobs: readonly NewJob[]): Promise<readonly WrittenJob[]> {
    if (transaction === undefined && jobs.length === 1 && hasOnlyBody(jobs[0]!)) return this.#writeOne(jobs[0]!)
    return this.#writeAny(transaction, jobs)
  }

  /** Nobody is known to write next: what workers were not told of they are told of in a moment. */
  tellSoon(): void {
    this.#wakeUps.tellSoon()
  }

  /** PostgreSQL does not answer: closes the connection that these jobs are written on. */
  drop(jobs: readonly NewJob[]): void {
    const { plain, tied } = this.#options.runners
    const runner = jobs.some((job) => enqueueKind(job) === 'tied') ? tied : plain
    runner.drop?.()
  }

  settled(): Promise<void> {
    return this.#wakeUps.settled()
  }

  /** Most jobs come alone and ask for nothing special. They go the shortest way: around a commit of 0.2 ms each step counts. */
  #writeOne(job: NewJob): Promise<readonly WrittenJob[]> {
    const { runners, partitions, handing } = this.#options
    const nowMs = performance.now()
    const bounds = handing?.boundsFor(job, nowMs)
    if (bounds !== undefined) return this.#writeAny(undefined, [job], () => this.#writeHanding(job, bounds))
    const lanes = [job.lane]
    const told = this.#wakeUps.take(lanes, nowMs)
    return writeOne(runners.plain, job, told).then(
      (id) => {
        if (told.length === 0) this.#wakeUps.owe(lanes)
        partitions?.notice(id)
        return [{ id, duplicate: false }]
      },
      (error) => {
        this.#wakeUps.owe(told.length === 0 ? lanes : told)
        if (!isWithoutPartition(error)) throw error
        return this.#writeAny(undefined, [job])
      },
    )
  }

  async #writeAny(
    transaction: Runner | undefined,
    jobs: readonly NewJob[],
    write = () => (transaction === undefined ? this.#writeAlone(jobs) : writeJobs(transaction, jobs)),
  ): Promise<readonly WrittenJob[]> {
    const { partitions } = this.#options
    const written = await intoPartition(write, {
      tend: async () => partitions?.tend(),
      // statements of several kinds are several transactions, and some may have committed
      repeatable: () => transaction === undefined && new Set(jobs.map(enqueueKind)).size === 1,
    })
    partitions?.notice(written.reduce((newest, { id }) => Math.max(newest, id), 0))
    return written
  }

  async #writeAlone(jobs: readonly NewJob[]): Promise<readonly WrittenJob[]> {
    const { plain, tied } = this.#options.runners
    const nowMs = performance.now()
    this.#options.handing?.passOver(nowMs)
    // beside jobs with a key these may have to wait, and what others have left to them would wait, too
    if (jobs.some((job) => enqueueKind(job) === 'tied')) return writeJobs(tied, jobs, { alone: true })
    const lanes = lanesToTell(jobs)
    const told = this.#wakeUps.take(lanes, nowMs)
    try {
      const written = await writeJobs(plain, jobs, { alone: true, told })
      if (told.length === 0) this.#wakeUps.owe(lanes)
      return written
    } catch (error) {
      this.#wakeUps.owe(told.length === 0 ? lanes : told)
      throw error
    }
  }

  async #writeHanding(job: NewJob, bounds: LineBounds): Promise<readonly WrittenJob[]> {
    const { runners, handing } = this.#options
    try {
      const written = await writeHanding(runners.plain, job, bounds)
      handing?.told(job.lane, written.id, written.handed)
      return [written]
    } catch (error) {
      if ((error as { code?: unknown }).code !== notAllowed) throw error
      // who may append jobs, and neither see workers nor write leases, has written nothing
      handing?.giveUp()
      return this.#writeAlone([job])
    }
  }
}

/** Those of jobs that stand in line at once: the other kinds tell by themselves, or have nothing to tell. */
function lanesToTell(jobs: readonly NewJob[]): number[] {
  const lanes = new Set<number>()
  for (const job of jobs) if (enqueueKind(job) === 'now' && job.silent !== true) lanes.add(job.lane)
  return [...lanes]
}
