/** A deadlock; a transaction that cannot be put in a row with others. */
const conflicts = new Set(['40P01', '40001'])

/** PostgreSQL rolled the transaction back so that another one could go on: the same again may succeed. */
export function isConflict(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    // query builders wrap what the driver says
    if (conflicts.has(String((each as { code?: unknown }).code))) return true
  }
  return false
}
