const network = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** PostgreSQL is starting, stopping or out of something; or the transaction met another one. */
const passing = /^(08|53|57P|40)/
/** What `pg` says when a connection went away under it. */
const words =
  /connection (terminated|error)|terminating connection|not queryable|timeout exceeded when trying to connect/i

/** Nothing is wrong with what was asked: the same may succeed when PostgreSQL is back. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (network.has(code) || code === 'commit-unknown' || passing.test(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  return code === undefined && typeof message === 'string' && words.test(message)
}
