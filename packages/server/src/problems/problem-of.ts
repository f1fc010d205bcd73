import { ProblemError } from '@pawl/app'
import { jsonPointer } from '@pawl/app/api'
import { HTTPException } from 'hono/http-exception'
import { InvalidBodyError, PawlError } from 'pawl'

/** What the engine's own errors mean to whoever sent the request. */
const statuses: Readonly<Record<string, number>> = {
  'invalid-option': 400,
  'unknown-option': 400,
  'unknown-type': 400,
  'invalid-cursor': 400,
  'stage-not-reached': 409,
  'wrong-pipeline': 409,
  'item-removed': 409,
  'not-dead': 409,
  'not-runnable': 409,
  'body-too-large': 413,
  'invalid-job-id': 404,
  'unknown-job': 404,
  'unknown-item': 404,
  'unknown-queue': 404,
  'unknown-source': 404,
  'unknown-schedule': 404,
  'unknown-pipeline': 404,
  'unknown-stage': 400,
  'unknown-class': 400,
  'invalid-input': 400,
  'replace-in-transaction': 400,
  'key-contended': 409,
  stopped: 503,
  'reads-busy': 503,
  'routes-busy': 503,
  'read-timeout': 503,
  // there is no client left that could read it
  'read-cancelled': 503,
}

/** In seconds: when to ask again. */
const retryAfter: Readonly<Record<string, string>> = {
  'reads-busy': '1',
  'routes-busy': '1',
  'read-timeout': '10',
  stopped: '2',
}

/** SQLSTATE of a statement that was cancelled: by its time limit, or by an operator of the database. */
const queryCanceled = '57014'

/** Classes of SQLSTATE, and codes of Node, that say that the database is away and not that a statement is wrong. */
const away = /^(08|57P|53)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)/

/** The problem that an error is; undefined for one that nobody foresaw. Of that nothing is told but that it happened. */
export function problemOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (error instanceof InvalidBodyError) return invalidBody(error)
  if (error instanceof PawlError) {
    const status = statuses[error.code]
    const wait = retryAfter[error.code]
    const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': wait }
    if (status !== undefined) return new ProblemError(status, error.code, error.message, { cause: error, headers })
  }
  if (error instanceof HTTPException) return ofHono(error)
  if ((error as { code?: unknown })?.code === queryCanceled) {
    return new ProblemError(503, 'read-timeout', 'the database took too long for this; ask for less, or try again', {
      cause: error,
      headers: { 'Retry-After': '10' },
    })
  }
  if (isAway(error)) {
    return new ProblemError(503, 'database-away', 'the database does not answer just now; try again in a moment', {
      cause: error,
      headers: { 'Retry-After': '2' },
    })
  }
  return undefined
}

function invalidBody(error: InvalidBodyError): ProblemError {
  const faults = error.issues.map(({ path = [], message }) => {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part))
    return { in: 'body' as const, path: jsonPointer(['body', ...keys]), message }
  })
  return new ProblemError(400, 'invalid-request', 'the body of the job does not fit its schema', {
    faults,
    cause: error,
  })
}

function ofHono(error: HTTPException): ProblemError {
  if (error.status === 413)
    return new ProblemError(413, 'request-too-large', 'the request is larger than this server takes')
  if (error.status === 415) {
    return new ProblemError(415, 'not-json', 'send the body as JSON, with the header Content-Type: application/json')
  }
  if (error.status === 400) {
    const faults = [{ in: 'body' as const, path: '', message: 'this is not JSON' }]
    return new ProblemError(400, 'invalid-request', 'the body of the request is not JSON', { faults })
  }
  return new ProblemError(error.status, 'refused', 'the request was refused')
}

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && away.test(code)) return true
  return typeof message === 'string' && /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
}
