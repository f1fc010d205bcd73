import type { Runner } from './runner.ts'
import { statement } from './statement.ts'
import { wakeUp } from './wake-up.ts'

/** A checked job on its way into the ledger. */
export type NewJob = {
  readonly type: string
  readonly queue: string
  readonly lane: number
  readonly body: string
  readonly maxAttempts: number
  readonly startBefore: Date | null
  readonly trace: string | null
  readonly runAt: Date | null
  readonly delayMs: number | null
  /** Reserved before, or null. */
  readonly id: number | null
  /** No worker is told of it. */
  readonly silent?: boolean
}

const enqueue = statement('enqueue')
const enqueueReserved = statement('enqueue_reserved')
const enqueueLater = statement('enqueue_later')
const reserve = statement('ids_reserve')

/** Writes jobs and returns their ids in the same order: one round trip for those that may run now, one for those that wait. */
export async function writeJobs(runner: Runner, jobs: readonly NewJob[]): Promise<number[]> {
  const now = jobs.filter((job) => job.id === null && !waits(job))
  const reserved = jobs.filter((job) => job.id !== null && !waits(job))
  const later = jobs.filter(waits)
  const ids = new Map<NewJob, number>()
  const note = (written: readonly NewJob[], rows: { ids: string }[]) => {
    const numbers = rows[0]!.ids.split(',')
    for (const [i, job] of written.entries()) ids.set(job, Number(numbers[i]))
  }
  if (now.length > 0) note(now, await runner.run(enqueue, [...columns(now), toWake(now)]))
  if (reserved.length > 0) {
    note(
      reserved,
      await runner.run(enqueueReserved, [...columns(reserved), toWake(reserved), reserved.map((job) => job.id)]),
    )
  }
  if (later.length > 0) {
    const times = [later.map((job) => job.id), later.map((job) => job.runAt), later.map((job) => job.delayMs)]
    note(later, await runner.run(enqueueLater, [...columns(later), ...times]))
  }
  return jobs.map((job) => ids.get(job)!)
}

export async function reserveIds(runner: Runner, count: number): Promise<number[]> {
  const [row] = await runner.run(reserve, [count])
  return row.ids.split(',').map(Number)
}

/** Not for now: it goes to `later`. */
export function waits(job: NewJob): boolean {
  return job.runAt !== null || job.delayMs !== null
}

function columns(jobs: readonly NewJob[]): unknown[][] {
  return [
    jobs.map((job) => job.lane),
    jobs.map((job) => job.body),
    jobs.map((job) => job.maxAttempts),
    jobs.map((job) => job.startBefore),
    jobs.map((job) => job.trace),
  ]
}

function toWake(jobs: readonly NewJob[]): string {
  return wakeUp(jobs.filter((job) => job.silent !== true).map((job) => job.lane))
}
