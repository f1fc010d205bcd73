import type { HeldBy } from '../job/enqueued.ts'
import type { JobState } from '../job/states.ts'
import type { NewJob } from './new-job.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const find = statement('keys_find')
const replace = statement('key_replace_waiting')
const byKey = statement('job_by_key')

/** A claim or a cancel holds what has to be changed. */
const lockNotAvailable = '55P03'

export type Holder = { readonly id: number; readonly heldBy: HeldBy }

function heldBy(status: JobState | null): HeldBy {
  return status === 'failed' ? 'dead' : (status ?? 'unknown')
}

/** Of jobs whose keys are held: by `type` and key, the job that holds it. One that was released meanwhile is missing. */
export async function findHolders(runner: Runner, jobs: readonly NewJob[]): Promise<Map<string, Holder>> {
  const rows = await runner.run(find, [jobs.map((job) => job.type), jobs.map((job) => job.key!.value)])
  return new Map(rows.map((row) => [holderName(row.type, row.key), { id: row.job_id, heldBy: heldBy(row.status) }]))
}

export function holderName(type: string, key: string): string {
  return `${type}\u0001${key}`
}

/** False: the job has been claimed, or has ended. Undefined: it moved meanwhile, or somebody holds it; ask again. */
export async function replaceWaiting(runner: Runner, holder: number, job: NewJob): Promise<boolean | undefined> {
  try {
    const [row] = await runner.run(replace, [holder, job.lane, job.body, job.runAt, job.delayMs, job.group ?? null])
    return row.replaced ?? undefined
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return undefined
    throw error
  }
}

export async function findByKey(runner: Runner, type: string, key: string): Promise<string | undefined> {
  const [row] = await runner.run(byKey, [type, key])
  return row?.id
}
