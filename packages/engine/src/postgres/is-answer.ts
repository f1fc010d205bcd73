/** Classes of SQLSTATE that say nothing of the statement itself: connection, resources, operator, conflicts, lock timeout. */
const passing = /^((08|53|57|40)[0-9A-Z]{3}|55P03)$/

/** PostgreSQL has refused the statement, and would again. Else nobody knows whether it took effect, or it may be repeated. */
export function isAnswer(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return typeof severity === 'string' && typeof code === 'string' && !passing.test(code)
}
