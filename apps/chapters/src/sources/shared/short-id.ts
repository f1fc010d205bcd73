import { createHash } from 'node:crypto'

/** Longer than any id that somebody chose, and short enough for every index. */
const longest = 500

/** An id as it may be kept. Some feeds have whole texts as ids: those are told apart by their hash. */
export function shortId(id: string): string {
  return id.length <= longest ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
}
