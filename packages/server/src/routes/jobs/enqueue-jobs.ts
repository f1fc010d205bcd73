import { type Fault, ProblemError } from '@pawl/app'
import { jsonPointer } from '@pawl/app/api'
import type { CallerTransaction, Enqueued, EnqueueOptions, JobDefinition, Pawl } from 'pawl'
import { findDefinition } from './find-definition.ts'
import type { NewJob } from './job-schemas.ts'

type Checked = { readonly definition: JobDefinition; readonly body: unknown; readonly options: EnqueueOptions }

/** How many faults are told at the most. */
export const mostFaults = 100

/** Checks all before anything is written, so that each fault is told with its place. `at`: where the jobs are in the request. */
export async function checkJobs(
  pawl: Pawl,
  jobs: readonly NewJob[],
  at: (index: number) => readonly PropertyKey[],
  trace: string | undefined,
): Promise<readonly Checked[]> {
  const faults: Fault[] = []
  const checked: Checked[] = []
  for (const [i, job] of jobs.entries()) {
    const definition = findDefinition(pawl, job.type, [...at(i), 'type'])
    const { issues = [] } = await definition.body['~standard'].validate(job.body)
    for (const { path = [], message } of issues) {
      const keys = path.map((part) => (typeof part === 'object' ? part.key : part))
      faults.push({ in: 'body', path: jsonPointer([...at(i), 'body', ...keys]), message })
    }
    checked.push({ definition, body: job.body, options: optionsOf(job, trace) })
  }
  if (faults.length === 0) return checked
  throw new ProblemError(400, 'invalid-request', 'the body of a job does not fit its schema', {
    faults: faults.slice(0, mostFaults),
  })
}

/**
 * Enqueues jobs in one transaction: all or none. Those of one type with the same options share a round trip. They are taken in
 * the order of their keys, so that two requests with the same keys do not wait for each other.
 */
export async function enqueueJobs(pawl: Pawl, jobs: readonly Checked[], tx: CallerTransaction): Promise<Enqueued[]> {
  const groups = new Map<string, { readonly first: Checked; readonly indexes: number[] }>()
  for (const [i, job] of jobs.entries()) {
    const key = JSON.stringify([job.options.key ?? '', job.definition.type, job.options])
    const group = groups.get(key) ?? { first: job, indexes: [] }
    groups.set(key, group)
    group.indexes.push(i)
  }
  const enqueued: Enqueued[] = []
  for (const [, { first, indexes }] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bodies = indexes.map((i) => jobs[i]!.body)
    const made = await pawl.enqueueMany(first.definition, bodies as never[], { ...first.options, tx })
    for (const [n, i] of indexes.entries()) enqueued[i] = made[n]!
  }
  return enqueued
}

function optionsOf(
  { type: _, body: __, runAt, startBefore, ...rest }: NewJob,
  trace: string | undefined,
): EnqueueOptions {
  const given = {
    ...(trace === undefined ? {} : { trace }),
    ...rest,
    ...(runAt === undefined ? {} : { runAt: new Date(runAt) }),
    ...(startBefore === undefined ? {} : { startBefore: new Date(startBefore) }),
  }
  // what is undefined was not said
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as EnqueueOptions
}
