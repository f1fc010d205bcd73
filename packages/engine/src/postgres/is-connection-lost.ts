import { isPassing } from './is-passing.ts'

const network = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])
/** What `pg` says when a connection went away under it. */
const words =
  /connection (terminated|error)|terminating connection|not queryable|timeout exceeded when trying to connect/i

/** The same of its causes: query builders wrap what the driver says. */
export function isConnectionLostBelow(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    if (isConnectionLost(each)) return true
  }
  return false
}

/**
 * Whether a connection to PostgreSQL cannot be had for now. Ask it only of errors that such a connection has given: those of
 * other services have the same codes.
 */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (isPassing(error) || (typeof code === 'string' && network.has(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  return code === undefined && typeof message === 'string' && words.test(message)
}
