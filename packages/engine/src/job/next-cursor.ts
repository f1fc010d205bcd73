import type { ListCursor } from './list-cursor.ts'

type Listed = {
  readonly place: string
  readonly xid: string | null
  readonly position: string
  readonly stopped: boolean
}

/**
 * Where the next page begins: after the last row of this one, or where a walk has stopped; undefined at the end. `rows` are one
 * more than the page has, if there are. A walk along lanes goes on after its own last row, which may be on an earlier page.
 */
export function nextCursor(
  rows: readonly Listed[],
  limit: number,
  before: ListCursor | undefined,
): ListCursor | undefined {
  const last = rows.length > limit ? rows[limit - 1] : rows.find(({ stopped }) => stopped)
  if (last === undefined) return undefined
  const along = last.xid !== null ? last : rows.slice(0, limit).findLast(({ xid, stopped }) => xid !== null && !stopped)
  const { xid, position } = along ?? before ?? { xid: null, position: null }
  return { place: last.place, xid, position: xid === null ? null : position }
}
