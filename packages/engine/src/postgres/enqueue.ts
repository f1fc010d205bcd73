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

/** It stands in line at once, and has nothing but a body. */
export function hasOnlyBody(job: NewJob): boolean {
  return enqueueKind(job) === 'now' && job.startBefore === null && job.trace === null && job.silent !== true
}

export type WriteOptions = {
  /** On a connection of our own, where each statement is a transaction by itself; not in one of the caller's or of job.commit. */
  readonly alone?: boolean
  /** The lanes workers are told of, where jobs stand in line at once; in the place of the jobs' own. */
  readonly told?: readonly number[]
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
  { alone = false, told }: WriteOptions,
): Promise<WrittenJob[]> {
  switch (kind) {
    case 'now':
      return written(await writeNow(runner, jobs, told === undefined ? toWake(jobs) : wakeUp(told)))
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

function writeNow(runner: Runner, jobs: readonly NewJob[], wake: string): Promise<{ ids: string }[]> {
  if (!areAlike(jobs)) return runner.run(enqueue, [...columns(jobs), wake])
  const { lane, body, maxAttempts } = jobs[0]!
  if (jobs.length === 1) return runner.run(enqueueOne, [lane, body, maxAttempts, wake])
  return runner.run(enqueueAlike, [lane, `[${jobs.map((job) => job.body).join(',')}]`, maxAttempts, wake])
}

/** Writes one job with nothing but a body on a connection of our own, and tells workers of these lanes. */
export async function writeOne(
  runner: Runner,
  { lane, body, maxAttempts }: NewJob,
  told: readonly number[],
): Promise<number> {
  const [row] =
    told.length === 0
      ? await runner.run(enqueueUntold, [lane, body, maxAttempts])
      : await runner.run(enqueueOne, [lane, body, maxAttempts, wakeUp(told)])
  return Number(row.ids)
}

/** A worker can be told all of it. */
export function isHandable(job: NewJob): boolean {
  // at the lanes of a source nobody stands by
  if (!hasOnlyBody(job) || job.source !== '') return false
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

function written([row]: readonly { readonly ids: string }[]): WrittenJob[] {
  return idsIn(row!.ids).map((id) => ({ id, duplicate: false }))
}

/** '7-9' or '7,8,9'. */
function idsIn(text: string): number[] {
  const [first, last] = text.split('-')
  if (last === undefined) return text.split(',').map(Number)
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
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

function toWake(jobs: readonly NewJob[]): string {
  return wakeUp(jobs.filter((job) => job.silent !== true).map((job) => job.lane))
}
