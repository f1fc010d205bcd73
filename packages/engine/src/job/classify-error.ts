import { FatalError, PermanentError } from '../errors.ts'
import { readField } from './read-field.ts'
import { RetryAfterError } from './retry-after-error.ts'

/** retryable: worth another try. permanent: no try can mend it. fatal: the worker itself is unfit. */
export type ErrorClass = 'retryable' | 'permanent' | 'fatal'

/** Decides the class of an error, or leaves it to the next one by returning undefined. */
export type ErrorClassifier = (error: unknown) => ErrorClass | undefined

const permanentNames = new Set(['InvalidBodyError', 'InvalidResultError', 'ZodError', 'ValiError', 'ValidationError'])
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
])
/** What `job.fetch` refuses to send or to read, and would again. */
const refusedCodes = new Set([
  'invalid-request',
  'address-refused',
  'redirect-refused',
  'too-many-redirects',
  'response-too-large',
  'unknown-encoding',
  'no-source',
  'unknown-source',
  'unknown-class',
])
const fatalCodes = new Set(['ERR_WORKER_OUT_OF_MEMORY', 'EMFILE', 'ENFILE', 'ENOSPC'])

/** Classes of SQLSTATE that pass by themselves: connection, resources, operator's intervention, serialization, lock timeout. */
const passingSqlState = /^((08|53|57|40)[0-9A-Z]{3}|55P03)$/
/** SQLSTATE for a refused log-in. */
const refusedSqlState = /^28[0-9A-Z]{3}$/

/**
 * Pawl's own view of an error. The classifier that people give is asked first; what it does not decide comes here.
 * An error nobody knows is retryable: a try too many is cheaper than a job buried by mistake.
 *
 * @example
 * ```ts
 * classifyError(Object.assign(new Error('not there'), { status: 404 })) // permanent
 * classifyError(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })) // retryable
 * ```
 */
export function classifyError(error: unknown, custom?: ErrorClassifier): ErrorClass {
  return custom?.(error) ?? byNature(error, maxCauses)
}

/** Causes are followed so far and no further: an error can be its own cause. */
const maxCauses = 10

function byNature(error: unknown, causesLeft: number): ErrorClass {
  if (error instanceof PermanentError) return 'permanent'
  // whoever says when to come back wants to, whatever the cause
  if (error instanceof RetryAfterError) return 'retryable'
  if (error instanceof FatalError) return 'fatal'
  const { code, status, name, cause } = describe(error)
  if (code !== undefined && fatalCodes.has(code)) return 'fatal'
  if (code !== undefined && (networkCodes.has(code) || passingSqlState.test(code))) return 'retryable'
  if (code !== undefined && (refusedCodes.has(code) || refusedSqlState.test(code))) return 'permanent'
  if (status !== undefined) return classifyStatus(status)
  // fetch hides what happened behind a TypeError: look at its cause before the name
  if (cause !== null && typeof cause === 'object' && causesLeft > 0) return byNature(cause, causesLeft - 1)
  if (name !== undefined && permanentNames.has(name)) return 'permanent'
  return 'retryable'
}

function classifyStatus(status: number): ErrorClass {
  if (status === 408 || status === 429 || status >= 500) return 'retryable'
  return status >= 400 ? 'permanent' : 'retryable'
}

type Description = {
  readonly code?: string
  readonly status?: number
  readonly name?: string
  readonly cause?: unknown
}

function describe(error: unknown): Description {
  if (error === null || typeof error !== 'object') return {}
  const [code, status, statusCode, name, cause] = ['code', 'status', 'statusCode', 'name', 'cause'].map((field) =>
    readField(error, field),
  )
  const httpStatus = typeof status === 'number' ? status : statusCode
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof httpStatus === 'number' ? { status: httpStatus } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    cause,
  }
}
