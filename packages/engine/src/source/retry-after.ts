import type { HeaderReader } from './header-reader.ts'
import { parseHttpDate } from './http-date.ts'

/** Whoever asks for more is asked again after a day: a slip in a header must not silence a source for good. */
const longestMs = 24 * 60 * 60 * 1000

/** For how long an answer asks to be left alone, in ms; undefined when it does not say. The longest of its wishes counts. */
export function retryAfterMs(header: HeaderReader, now: number): number | undefined {
  const wishes = [
    secondsOrDate(header('retry-after'), now),
    numberIn(header('retry-after-ms')),
    untilTimestamp(header('x-ratelimit-retry-after'), now),
    // the end of a window matters only to those who have used it up
    numberIn(header('x-ratelimit-remaining')) === 0 ? untilTimestamp(header('x-ratelimit-reset'), now) : undefined,
  ].filter((wish) => wish !== undefined)
  if (wishes.length === 0) return undefined
  return Math.min(longestMs, Math.max(0, Math.ceil(Math.max(...wishes))))
}

function secondsOrDate(text: string | null | undefined, now: number): number | undefined {
  const seconds = numberIn(text)
  if (seconds !== undefined) return seconds * 1000
  const date = parseHttpDate(text ?? '', now)
  return date === undefined ? undefined : date - now
}

/** Seconds since 1970, as MangaDex sends them. */
function untilTimestamp(text: string | null | undefined, now: number): number | undefined {
  const seconds = numberIn(text)
  return seconds === undefined ? undefined : seconds * 1000 - now
}

/** A header that was sent twice comes as a list: the largest of its numbers. */
function numberIn(text: string | null | undefined): number | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  return parts.every((part) => /^\d+(\.\d+)?$/.test(part)) ? Math.max(...parts.map(Number)) : undefined
}
