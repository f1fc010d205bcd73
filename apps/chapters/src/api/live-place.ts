import { z } from 'zod'
import type { Snapshot } from '../tables/live-chapters.ts'

/** Where somebody stands in the live feed: all that `since` shows was told, and of what `until` shows all up to a chapter. */
export type LivePlace = {
  readonly since: Snapshot
  readonly until: Snapshot
  readonly after: number
  /** When that was, in seconds: what was missed for more than a day is not told any more. */
  readonly at: number
}

const snapshot = z.string().regex(/^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/)
const place = z.strictObject({
  since: snapshot,
  until: snapshot,
  after: z.number().int().min(0),
  at: z.number().int().min(0),
})
const tooLongS = 86_400

export function writePlace(at: LivePlace): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

/** Undefined: it is none of ours, or too old to go on from. */
export function readPlace(text: string, nowMs: number): LivePlace | undefined {
  try {
    const read = place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return nowMs / 1_000 - read.at > tooLongS ? undefined : read
  } catch {
    return undefined
  }
}
