import type { LineBounds } from './claim.ts'
import { writeTied } from './enqueue-tied.ts'
import type { NewJob, WrittenJob } from './new-job.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'
import { wakeUp } from './wake-up.ts'

const enqueue = statement('enqueue')
const enqueueOne = statement('enqueue_one', ['ids', 'woken'])
const enqueueUntold = statement('enqueue_untold', ['ids'])
const enqueueHanding = statement('enqueue_handing', ['ids', 'woken', 'handed'])
const enqueueAlike = statement('enqueue_alike', ['ids', 'woken'])
const enqueueReserved = statement('enqueue_reserved')
const enqueueLater = statement('enqueue_later')
const reserve = statement('ids_reserve')

/** Settings of a connection for enqueues: they pin the plan of the one that looks for a worker, as those of claims do. */
export const enqueueSettings = `set plan_cache_mode = force_generic_plan; set enable_bitmapscan = off; set enable_hashjoin = off;
set enable_mergejoin = off; set enable_sort = off`

/** A notification takes less than 8,000 bytes. */
const maxHandedBytes = 7_000

export type EnqueueKind = 'now' | 'reserved' | 'later' | 'tied'

/** Which statement writes it. Jobs of one kind are written in one round trip. */
export function enqueueKind(job: NewJob): EnqueueKind {
  if (job.key !== undefined || job.group !== undefined || job.after !== undefined) return 'tied'
  if (job.runAt !== null || job.delayMs !== null) return 'later'
  return job.id === null ? 'now' : 'reserved'
}

const none: ReadonlySet<number> = new Set()

export type WriteOptions = {
  /** On a connection of our own, where each statement is a transaction by itself; not in one of the caller's or of job.commit. */
  readonly alone?: boolean
  /** Of plain jobs in these lanes the workers are told by someone else. */
  readonly untold?: ReadonlySet<number>
}

/** Writes jobs and answers in the same order. */
export async function writeJobs(
  runner: Runner,
  jobs: readonly NewJob[],
  options: WriteOptions = {},
): Promise<WrittenJob[]> {
  if (jobs.length === 0) return []
  const first = enqueueKind(jobs[0]!)
  if (jobs.every((job) => enqueueKind(job) === first)) return writeKind(runner, first, jobs, options)
  const written = new Map<NewJob, WrittenJob>()
  for (const [kind, ofKind] of byKind(jobs)) {
    const answers = await writeKind(runner, kind, ofKind, options)
    for (const [i, job] of ofKind.entries()) written.set(job, answers[i]!)
  }
  return jobs.map((job) => written.get(job)!)
}

async function writeKind(
  runner: Runner,
  kind: EnqueueKind,
  jobs: readonly NewJob[],
  { alone = false, untold = none }: WriteOptions,
): Promise<WrittenJob[]> {
  switch (kind) {
    case 'now':
      return written(await writeNow(runner, jobs, untold))
    case 'reserved':
      return written(await runner.run(enqueueReserved, [...columns(jobs), toWake(jobs), jobs.map((job) => job.id)]))
    case 'later': {
      const times = [jobs.map((job) => job.id), jobs.map((job) => job.runAt), jobs.map((job) => job.delayMs)]
      return written(await runner.run(enqueueLater, [...columns(jobs), ...times]))
    }
    case 'tied':
      return writeTied(runner, jobs, { alone, wake: toWake(jobs) })
  }
}

function writeNow(runner: Runner, jobs: readonly NewJob[], untold: ReadonlySet<number>): Promise<{ ids: unknown }[]> {
  if (!areAlike(jobs)) return runner.run(enqueue, [...columns(jobs), toWake(jobs, untold)])
  const [first] = jobs
  const { lane, body, maxAttempts } = first!
  const wake = toWake([first!], untold)
  if (jobs.length === 1) {
    if (untold.has(lane)) return runner.run(enqueueUntold, [lane, body, maxAttempts])
    return runner.run(enqueueOne, [lane, body, maxAttempts, wake])
  }
  return runner.run(enqueueAlike, [lane, `[${jobs.map((job) => job.body).join(',')}]`, maxAttempts, wake])
}

/** It stands in line at once and has nothing but a body, so that a worker can be told all of it. */
export function isHandable(job: NewJob): boolean {
  const hasMore = job.startBefore !== null || job.trace !== null
  // at the lanes of a source nobody stands by
  if (enqueueKind(job) !== 'now' || hasMore || job.silent === true || job.source !== '') return false
  return job.body.length < maxHandedBytes / 3 || Buffer.byteLength(job.body) <= maxHandedBytes
}

/** Writes a job that is handable, and hands it to the worker that stands by at its lane, if one does. */
export async function writeHanding(
  runner: Runner,
  { lane, body, maxAttempts }: NewJob,
  { from, beyond, present }: LineBounds,
): Promise<WrittenJob & { readonly handed: boolean }> {
  const [row] = await runner.run(enqueueHanding, [lane, body, maxAttempts, wakeUp([lane]), from, beyond, present])
  return { id: Number(row.ids), duplicate: false, handed: row.handed === 'true' }
}

/** They differ in their bodies only. */
function areAlike(jobs: readonly NewJob[]): boolean {
  const { lane, maxAttempts, silent } = jobs[0]!
  const isLikeFirst = (job: NewJob) =>
    job.lane === lane &&
    job.maxAttempts === maxAttempts &&
    job.silent === silent &&
    job.startBefore === null &&
    job.trace === null
  return jobs.every(isLikeFirst)
}

function byKind(jobs: readonly NewJob[]): Map<EnqueueKind, NewJob[]> {
  const kinds = new Map<EnqueueKind, NewJob[]>()
  for (const job of jobs) {
    const kind = enqueueKind(job)
    const others = kinds.get(kind)
    if (others === undefined) kinds.set(kind, [job])
    else others.push(job)
  }
  return kinds
}

/** The one of `enqueue_untold` is a number where the connection reads it as such. */
function written([row]: readonly { readonly ids: unknown }[]): WrittenJob[] {
  return String(row!.ids)
    .split(',')
    .map((id) => ({ id: Number(id), duplicate: false }))
}

export async function reserveIds(runner: Runner, count: number): Promise<number[]> {
  const [row] = await runner.run(reserve, [count])
  return row.ids.split(',').map(Number)
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

function toWake(jobs: readonly NewJob[], untold: ReadonlySet<number> = none): string {
  return wakeUp(jobs.filter(({ silent, lane }) => silent !== true && !untold.has(lane)).map(({ lane }) => lane))
}
