import { PawlError } from '../errors.ts'
import { findHolders, holderName, replaceWaiting } from './keys.ts'
import type { NewJob, WrittenJob } from './new-job.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

export type TiedOptions = {
  /** On a connection of our own, each statement a transaction: not in a transaction of the caller's. */
  readonly alone: boolean
  readonly wake: string
}

const enqueueTied = statement('enqueue_tied')

/** Somebody else's transaction is taking the same key and stays open: those that share our connection must not wait for it. */
const patience = '500ms'
/** A key can be released between the insert that it refused and the look at who holds it; not for ever. */
const maxTries = 50

/** Writes jobs with a key, a group or others to wait for. One whose key is held is not written: the answer names the job that holds it. */
export async function writeTied(runner: Runner, jobs: readonly NewJob[], options: TiedOptions): Promise<WrittenJob[]> {
  if (!options.alone) refuseReplacing(jobs)
  const written = new Map<NewJob, WrittenJob>()
  for (let tries = 0; written.size < jobs.length; tries++) {
    const open = jobs.filter((job) => !written.has(job))
    const first = firstOfEachKey(open)
    const ids = await insert(runner, first, options)
    for (const [i, job] of first.entries()) if (ids[i] !== 0) written.set(job, { id: ids[i]!, duplicate: false })
    const refused = open.filter((job) => !written.has(job))
    if (refused.length === 0) break
    if (tries === maxTries)
      throw new PawlError('key-contended', `the key '${refused[0]!.key!.value}' is taken and released all the time`)
    const holders = await findHolders(runner, refused)
    for (const job of refused) {
      const holder = holders.get(holderName(job.type, job.key!.value))
      if (holder === undefined) continue
      if (job.key!.onDuplicate === 'keep') {
        written.set(job, { ...holder, duplicate: true })
        continue
      }
      // what else is in the batch has been written, so it asks again by itself
      const replaced = await replaceWaiting(runner, holder.id, job)
      if (replaced !== undefined) written.set(job, { ...holder, duplicate: true, replaced })
    }
  }
  return jobs.map((job) => written.get(job)!)
}

async function insert(runner: Runner, jobs: readonly NewJob[], { alone, wake }: TiedOptions): Promise<number[]> {
  const [row] = await runner.run(enqueueTied, [
    jobs.map((job) => job.lane),
    jobs.map((job) => job.body),
    jobs.map((job) => job.maxAttempts),
    jobs.map((job) => job.startBefore),
    jobs.map((job) => job.trace),
    wake,
    jobs.map((job) => job.id),
    jobs.map((job) => job.runAt),
    jobs.map((job) => job.delayMs),
    jobs.map((job) => job.key?.value ?? null),
    jobs.map((job) => job.key?.mode ?? null),
    jobs.map((job) => job.key?.windowMs ?? null),
    jobs.map((job) => job.group ?? null),
    jobs.map((job) => job.type),
    alone ? patience : null,
    jobs.map((job) => (job.after === undefined ? null : job.onFailed)),
    jobs.flatMap((job, i) => (job.after ?? []).map(() => i + 1)),
    jobs.flatMap((job) => job.after ?? []),
  ])
  return row.ids.split(',').map(Number)
}

/** One statement takes a key once. The others of a batch with the same key find it held. */
function firstOfEachKey(jobs: readonly NewJob[]): NewJob[] {
  const seen = new Set<string>()
  return jobs.filter(({ type, key }) => {
    if (key === undefined) return true
    const name = holderName(type, key.value)
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** It would hold the job's lane, and with it every claim of that lane, for as long as the transaction stays open. */
function refuseReplacing(jobs: readonly NewJob[]): void {
  const job = jobs.find(({ key }) => key !== undefined && key.onDuplicate !== 'keep')
  if (job === undefined) return
  throw new PawlError(
    'replace-in-transaction',
    `'${job.type}' has onDuplicate: '${job.key!.onDuplicate}', which cannot be part of another transaction: enqueue it with ` +
      `pawl.enqueue after that one has committed (its key makes that safe to repeat), or use onDuplicate: 'keep'`,
  )
}
