import { expect } from 'vitest'
import { jobId } from '../../src/job/job-id.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelJob } from './model.ts'

/** Every job is in the database exactly as the model has it: one row, one state, right counters, the same history. */
export async function compare(model: Model, ledger: Ledger): Promise<void> {
  const [view, history, dead, effects] = await Promise.all([
    ledger.sql(`select id, status, priority, attempt, max_attempts, failures, crashes, deferrals, locked_by, replays
                  from pawl.jobs order by created_at, id`),
    ledger.sql(`select 'job_' || a.job_id as id, array_agg(o.kind::text order by a.pos) filter (where o.pos is not null) as outcomes,
                       count(*) filter (where o.pos is null)::int as open
                  from pawl.attempt a left join pawl.outcome o on o.pos = a.pos group by a.job_id`),
    ledger.sql(
      `select 'job_' || job_id as id, reason, failures::int, crashes::int, deferrals, ended_as from pawl.dead`,
    ),
    ledger.sql(`select 'job_' || job_id as id, count(*)::int as effects from effect group by job_id`),
  ])
  const jobs = [...model.jobs.values()]
  expect(byId(view)).toEqual(byId(jobs.map(asShown)))
  expect(byId(history)).toEqual(byId(jobs.filter(hasAttempt).map(asHistory)))
  expect(byId(dead)).toEqual(byId(jobs.filter((job) => job.dead !== undefined).map(asDead)))
  expect(byId(effects)).toEqual(
    byId(jobs.filter((job) => job.effects > 0).map(({ id, effects }) => ({ id: jobId(id), effects }))),
  )
}

function asShown(job: ModelJob) {
  // a failure that ended the job is told by its dead letter; the attempt shows what came before it
  const last =
    job.dead?.reason === 'permanent' || job.dead?.reason === 'exhausted' || job.dead?.reason === 'poison' ? 1 : 0
  return {
    id: jobId(job.id),
    status: job.state,
    priority: job.priority,
    attempt: job.failures + job.crashes + 1 - last,
    max_attempts: job.maxAttempts,
    failures: job.failures,
    crashes: job.crashes,
    deferrals: job.deferrals,
    locked_by: job.taken?.worker.name ?? null,
    replays: job.replays === null ? null : jobId(job.replays),
  }
}

function asHistory(job: ModelJob) {
  const waits = job.state === 'scheduled' || job.state === 'retryable'
  const open = waits || job.state === 'succeeded' || job.state === 'failed' || job.state === 'cancelled' ? 0 : 1
  return { id: jobId(job.id), outcomes: job.outcomes.length === 0 ? null : job.outcomes, open }
}

function asDead(job: ModelJob) {
  const { id, failures, crashes, deferrals, dead } = job
  return { id: jobId(id), reason: dead!.reason, failures, crashes, deferrals, ended_as: dead!.endedAs }
}

function hasAttempt(job: ModelJob): boolean {
  return job.outcomes.length > 0 || job.state === 'pending' || job.state === 'running'
}

/** Two rows for one job would hide behind each other in a map: they are told apart by their count. */
function byId<T extends { readonly id: string }>(rows: readonly T[]): Record<string, T> {
  const ids = new Set(rows.map((row) => row.id))
  if (ids.size !== rows.length) throw new Error(`a job is shown more than once: ${JSON.stringify(rows)}`)
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
