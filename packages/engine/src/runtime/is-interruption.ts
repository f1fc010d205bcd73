import { PawlError } from '../errors.ts'
import { HttpError } from '../http/errors.ts'
import { readField } from '../job/read-field.ts'
import { SourceDeferredError } from '../source/source-deferred-error.ts'

const codes: ReadonlySet<string> = new Set([
  ...['lease-lost', 'cancelled', 'shutdown', 'suspended', 'attempt-ended', 'stopped'],
  ...['no-connection', 'connection-lost', 'commit-unknown'],
])

/** Classes of SQLSTATE that the data of a job can cause: values, constraints, limits of size. */
const ofData = /^(22|23|54)/

/** Causes are followed to this depth: an error can be its own cause. */
const maxCauses = 10

/**
 * Whether an error comes from Pawl or PostgreSQL and says nothing about the subject of the job: the lease is lost, the job is
 * cancelled, suspended or waits for its source, the worker shuts down, the database is away or refuses a statement. Use it where a
 * handler records failures: an interruption is none. Errors of PostgreSQL about values, constraints and sizes are no interruptions,
 * and neither are errors of `job.fetch`. Causes are followed.
 *
 * @example
 * ```ts
 * const check = defineJob({
 *   type: 'check',
 *   body: z.object({ feed: z.string() }),
 *   async run(job) {
 *     try {
 *       await job.transaction((tx) => tx.query('select 1'))
 *     } catch (error) {
 *       if (!isInterruption(error)) console.log(`${job.body.feed} failed`)
 *       throw error
 *     }
 *   },
 * })
 * ```
 */
export function isInterruption(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < maxCauses && typeof cause === 'object' && cause !== null; depth++) {
    if (cause instanceof SourceDeferredError || isOfPawl(cause) || isOfPostgres(cause)) return true
    cause = readField(cause, 'cause')
  }
  return false
}

function isOfPawl(error: object): boolean {
  return error instanceof PawlError && !(error instanceof HttpError) && codes.has(error.code)
}

/** Errors of PostgreSQL have a severity: codes of Node such as EPIPE look like a SQLSTATE. */
function isOfPostgres(error: object): boolean {
  const code = readField(error, 'code')
  if (typeof code !== 'string' || typeof readField(error, 'severity') !== 'string') return false
  return /^[0-9A-Z]{5}$/.test(code) && !ofData.test(code)
}
