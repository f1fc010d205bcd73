const shape = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/

/**
 * Whether a text is a snapshot of PostgreSQL (`pg_snapshot`), as `pg_current_snapshot()::text` returns it. A cursor that came from
 * outside may hold anything; PostgreSQL refuses a text that is no snapshot with an error.
 *
 * @example
 * ```ts
 * console.log(isSnapshot('100:104:100,102')) // true
 * console.log(isSnapshot('104:100:')) // false
 * ```
 */
export function isSnapshot(text: string): boolean {
  const found = shape.exec(text)
  if (found === null) return false
  const [, xmin = '', xmax = '', inFlight = ''] = found
  const xids = [xmin, ...(inFlight === '' ? [] : inFlight.split(',')), xmax].map(BigInt)
  const rises = xids.every((xid, i) => i === 0 || (i === 1 ? xids[0]! <= xid : xids[i - 1]! < xid))
  return rises && xids[0] !== 0n
}
