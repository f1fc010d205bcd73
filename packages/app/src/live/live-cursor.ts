import { isSnapshot } from 'pawl'
import type { Snapshot } from './snapshot-now.ts'

/** The rows that `until` shows and `since` does not, from those with an id above `after` on. */
export type LiveRange = { readonly since: Snapshot; readonly until: Snapshot; readonly after: number }

/** A position in a live feed, and when it was written: after a day it is too old to continue from. */
export type LivePosition = LiveRange & { readonly atMs: number }

const longestAwayMs = 24 * 60 * 60 * 1_000

export function writeCursor({ since, until, after, atMs }: LivePosition): string {
  return Buffer.from(`${since} ${until} ${after} ${atMs}`).toString('base64url')
}

/** Undefined: the text is no cursor, or too old. It may come from anywhere. */
export function readCursor(cursor: string, nowMs: number): LivePosition | undefined {
  const found = /^(\S+) (\S+) (\d{1,15}) (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (found === null) return undefined
  const [, since = '', until = '', after, atMs] = found
  if (!isSnapshot(since) || !isSnapshot(until) || nowMs - Number(atMs) > longestAwayMs) return undefined
  return { since, until, after: Number(after), atMs: Number(atMs) }
}
