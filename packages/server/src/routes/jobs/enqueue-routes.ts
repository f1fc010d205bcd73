import { createRoute, z } from '@hono/zod-openapi'
import { inTransaction, ProblemError } from '@pawl/app'
import { json, jsonBody, problems } from '@pawl/app/api'
import type { Context } from 'hono'
import { type Enqueued, UnknownJobError } from 'pawl'
import { RequestBook } from '../../requests/request-book.ts'
import type { ServerEnv } from '../../server-env.ts'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { checkJobs, enqueueJobs, mostFaults } from './enqueue-jobs.ts'
import { envelopeOf } from './envelope-of.ts'
import { accepted, envelope, type NewJob, newJob, newJobs } from './job-schemas.ts'

const tags = ['jobs']
const headers = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'expected 1 to 255 visible ASCII characters')
    .optional()
    .openapi({
      description: 'a second request with this key and the same body, within a day, gets the answer of the first',
    }),
})
const answerHeaders = z.object({
  Location: z.string(),
  'Idempotency-Replayed': z.string().optional().openapi({ description: 'true: an earlier request made this job' }),
})

const one = createRoute({
  ...{ method: 'post', path: '/jobs', tags, summary: 'Enqueue a job' },
  request: { headers, ...jsonBody(newJob) },
  responses: {
    202: { ...json(z.strictObject({ ...accepted.shape, envelope }), 'The job is durable'), headers: answerHeaders },
    ...problems(400, 403, 404, 409, 413, 415),
  },
})
const many = createRoute({
  ...{ method: 'post', path: '/jobs/batch', tags, summary: 'Enqueue up to 1,000 jobs: all of them or none' },
  request: { headers, ...jsonBody(newJobs) },
  responses: {
    202: json(z.strictObject({ jobs: z.array(accepted) }), 'The jobs are durable, in the order of the request'),
    ...problems(400, 403, 409, 413, 415),
  },
})

/** A W3C traceparent that came with the request: its jobs carry the trace on. */
function traceOf(c: Context<ServerEnv>): string | undefined {
  const given = c.req.header('traceparent')
  return given !== undefined && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : undefined
}

/** To replace a job takes transactions of its own, and a batch is one. */
function refuseToReplaceInBatch(jobs: readonly NewJob[]): void {
  const faults = jobs.flatMap(({ onDuplicate }, i) =>
    onDuplicate === 'replace'
      ? [{ in: 'body' as const, path: `/jobs/${i}/onDuplicate`, message: "'replace' does not go with a batch" }]
      : [],
  )
  if (faults.length === 0) return
  const advice = "send those jobs one by one to /api/jobs, or use 'keep' or 'reschedule'"
  throw new ProblemError(400, 'replace-in-batch', `onDuplicate 'replace' does not go with a batch; ${advice}`, {
    faults: faults.slice(0, mostFaults),
  })
}

/** To replace a job takes transactions of its own, and what is done once for a key is done in one. */
function refuseToReplace(jobs: readonly NewJob[]): void {
  if (jobs.every(({ onDuplicate }) => onDuplicate !== 'replace')) return
  throw new ProblemError(
    400,
    'replace-with-key',
    "onDuplicate 'replace' does not go with an Idempotency-Key; leave one of them out, or use 'keep' or 'reschedule'",
    { faults: [{ in: 'header', path: '/Idempotency-Key', message: "does not go with onDuplicate 'replace'" }] },
  )
}

export function enqueueRoutes({ pawl, db, basePath }: RouteServices) {
  const requests = new RequestBook(db)
  const routes = newRoutes()

  const once = async (
    c: Context<ServerEnv>,
    key: string,
    jobs: readonly NewJob[],
    work: Parameters<RequestBook['once']>[1],
  ) => {
    refuseToReplace(jobs)
    const answer = await requests.once({ client: c.get('client').name, key, request: { path: c.req.path, jobs } }, work)
    if (answer.isRepeated) c.header('Idempotency-Replayed', 'true')
    return answer.enqueued
  }

  routes.openapi(one, async (c) => {
    const job = c.req.valid('json')
    const key = c.req.valid('header')['Idempotency-Key']
    const checked = await checkJobs(pawl, [job], () => [], traceOf(c))
    const { definition, body, options } = checked[0]!
    const enqueued: Enqueued =
      key === undefined
        ? await pawl.enqueue(definition, body as never, options)
        : (await once(c, key, [job], (tx) => enqueueJobs(pawl, checked, tx)))[0]!
    const view = await pawl.job(enqueued.id)
    // an earlier request made it, and its history has been dropped since
    if (view === undefined) throw new UnknownJobError(enqueued.id)
    c.header('Location', `${basePath}/api/jobs/${enqueued.id}`)
    return c.json({ ...enqueued, envelope: envelopeOf(view) }, 202)
  })

  routes.openapi(many, async (c) => {
    const { jobs } = c.req.valid('json')
    refuseToReplaceInBatch(jobs)
    const key = c.req.valid('header')['Idempotency-Key']
    const checked = await checkJobs(pawl, jobs, (i) => ['jobs', i], traceOf(c))
    const enqueued =
      key === undefined
        ? await inTransaction(db, (tx) => enqueueJobs(pawl, checked, tx))
        : await once(c, key, jobs, (tx) => enqueueJobs(pawl, checked, tx))
    return c.json({ jobs: [...enqueued] }, 202)
  })
  return routes
}
