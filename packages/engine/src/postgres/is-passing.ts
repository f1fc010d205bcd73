/** Classes of SQLSTATE that say nothing of the statement itself: connection, resources, operator, conflicts, lock timeout. */
const passing = /^((08|53|57|40)[0-9A-Z]{3}|55P03)$/

/** PostgreSQL has refused a statement that it may well take the next time. */
export function isPassing(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown }
  return typeof severity === 'string' && typeof code === 'string' && passing.test(code)
}
