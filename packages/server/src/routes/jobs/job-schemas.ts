import { z } from '@hono/zod-openapi'
import { instant, name } from '@pawl/app/api'
import { anything, errorRecord, jobId } from '../shared/schemas.ts'

export const jobState = z.enum(['scheduled', 'pending', 'running', 'retryable', 'succeeded', 'failed', 'cancelled'])

const traceparent = z
  .string()
  .regex(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/, 'expected a W3C traceparent')
const centuryMs = 100 * 365 * 24 * 60 * 60 * 1000

/** A job to be enqueued: what `pawl.enqueue` takes, as JSON can say it. */
export const newJob = z
  .strictObject({
    type: name,
    body: anything,
    runAt: instant.optional(),
    delayMs: z.number().min(0).max(centuryMs).optional(),
    priority: z.number().int().min(0).max(9).optional(),
    startBefore: instant.optional(),
    source: name.optional(),
    trace: traceparent.optional(),
    key: name.nullable().optional(),
    keyMode: z.enum(['live', 'window', 'forever']).optional(),
    keyWindowMs: z.number().min(1).max(centuryMs).optional(),
    onDuplicate: z.enum(['keep', 'replace', 'reschedule']).optional(),
    group: name.optional(),
    after: z.array(jobId).min(1).max(1_000).optional(),
    onFailed: z.enum(['fail', 'ignore', 'wait']).optional(),
  })
  .openapi('NewJob')

export type NewJob = z.infer<typeof newJob>

export const newJobs = z.strictObject({ jobs: z.array(newJob).min(1).max(1_000) }).openapi('NewJobs')

/** A job as it goes over any wire. */
export const envelope = z
  .strictObject({
    header: z.strictObject({
      job_id: jobId,
      type: z.string(),
      version: z.number().int(),
      created_at: instant,
      attempt: z.number().int(),
      max_attempts: z.number().int(),
    }),
    body: anything,
    tracing: z.strictObject({ trace_id: z.string(), span_id: z.string() }).nullable(),
  })
  .openapi('Envelope')

export const accepted = z
  .strictObject({
    id: jobId,
    duplicate: z
      .boolean()
      .openapi({ description: 'its key was held: nothing was made, and this is the job that holds it' }),
    heldBy: z
      .enum(['scheduled', 'pending', 'running', 'retryable', 'succeeded', 'cancelled', 'dead', 'unknown'])
      .optional()
      .openapi({ description: 'of a duplicate: the state of the job that holds the key' }),
    replaced: z.boolean().optional(),
  })
  .openapi('Accepted')

const jobFields = {
  id: jobId,
  queue: z.string(),
  type: z.string(),
  version: z.number().int(),
  body: anything,
  status: jobState,
  priority: z.number().int(),
  runAt: instant.nullable(),
  attempt: z.number().int(),
  maxAttempts: z.number().int(),
  failures: z.number().int(),
  crashes: z.number().int(),
  deferrals: z.number().int(),
  key: z.string().nullable(),
  group: z.string().nullable(),
  source: z.string().nullable(),
  lockedBy: z.string().nullable(),
  lockedAt: instant.nullable(),
  heartbeatAt: instant.nullable(),
  progress: anything,
  result: anything,
  error: anything,
  trace: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  replays: jobId.nullable(),
}

const sourceObstacle = z
  .strictObject({ state: z.enum(['paused', 'open', 'half-open']), until: instant.nullable() })
  .openapi('SourceObstacle', {
    description:
      'why its source must not be called now: a pause, or its circuit; `until`: the end of the pause, or the next probe',
  })

/** A job in a list. */
export const job = z.strictObject({ ...jobFields, waitsForSource: sourceObstacle.nullable() }).openapi('Job')

export const attempt = z
  .strictObject({
    position: z.number().int(),
    number: z.number().int(),
    runAt: instant,
    outcome: z.string().nullable(),
    settledAt: instant.nullable(),
    durationMs: z.number().nullable(),
    error: anything,
    worker: z.string().nullable(),
  })
  .openapi('Attempt')

/** Something that happened to a job, by an id that stays its own. */
export const jobEvent = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['enqueued', 'lined-up', 'running', 'progress', 'settled', 'waiting', 'ended']),
    at: instant.nullable(),
    attempt: z.number().int().optional(),
    outcome: z.string().optional(),
    state: jobState.optional(),
    worker: z.string().nullable().optional(),
    durationMs: z.number().nullable().optional(),
    runAt: instant.nullable().optional(),
    error: z.union([errorRecord, z.null()]).optional(),
    progress: anything.optional(),
    result: anything.optional(),
  })
  .openapi('JobEvent')

/** Not an extension of Job: in a description both would forbid what the other one has. */
export const jobDetail = z
  .strictObject({
    ...jobFields,
    traceId: z.string().nullable().openapi({ description: 'of `trace`: what a store of traces finds it by' }),
    attempts: z.array(attempt),
    timeline: z.array(jobEvent),
  })
  .openapi('JobDetail')
