import { isPassing } from './is-passing.ts'

/** PostgreSQL has refused the statement, and would again. Else nobody knows whether it took effect, or it may be repeated. */
export function isAnswer(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return typeof severity === 'string' && typeof code === 'string' && !isPassing(error)
}
