import { readField } from '../job/read-field.ts'
import { isNetworkCode } from './network-codes.ts'

/**
 * none: the source does its work, whatever it answered. source: it failed, which counts in its circuit.
 * limited: it asks for patience, which pauses it and leaves its circuit alone.
 */
export type Fault = 'none' | 'source' | 'limited'

export type Answer = {
  readonly status: number
  /** What `retryAfterMs` made of its headers. */
  readonly retryAfterMs?: number | undefined
}

/**
 * What an answer says about the source. `isLimit` has the last word on whether it asks to be left alone, and if it does not,
 * `isFailure` on whether it has failed; undefined leaves it to the status.
 */
export function faultOf<SomeAnswer extends Answer>(
  answer: SomeAnswer,
  isFailure?: (answer: SomeAnswer) => boolean | undefined,
  isLimit?: (answer: SomeAnswer) => boolean | undefined,
): Fault {
  const limited = isLimit?.(answer)
  const fault = limited === undefined ? byStatus(answer) : limited ? 'limited' : unlessLimited(answer)
  if (fault === 'limited') return fault
  const failed = isFailure?.(answer)
  if (failed === undefined) return fault
  return failed ? 'source' : 'none'
}

/**
 * What an error of the call says about the source. It must be an error of the call itself: a database that is down refuses
 * connections just the same. What nobody knows is a fault of ours.
 */
export function faultOfError(error: unknown): Fault {
  return byNature(error, maxCauses)
}

function byStatus({ status, retryAfterMs }: Answer): Fault {
  if (status === 429) return 'limited'
  if (status === 503 && retryAfterMs !== undefined) return 'limited'
  // the other answers of 4xx are about the request
  return status === 408 || status >= 500 ? 'source' : 'none'
}

/** A 429 that asks for no patience is about the request, like any other 4xx. */
function unlessLimited(answer: Answer): Fault {
  const fault = byStatus(answer)
  return fault === 'limited' ? (answer.status >= 500 ? 'source' : 'none') : fault
}

/** Causes are followed so far and no further: an error can be its own cause. */
const maxCauses = 10

function byNature(error: unknown, causesLeft: number): Fault {
  if (error === null || typeof error !== 'object') return 'none'
  const code = readField(error, 'code')
  if (typeof code === 'string' && isNetworkCode(code)) return 'source'
  // what AbortSignal.timeout throws; a call that was stopped on purpose throws an AbortError
  if (readField(error, 'name') === 'TimeoutError') return 'source'
  const status = [readField(error, 'status'), readField(error, 'statusCode')].find((each) => typeof each === 'number')
  if (status !== undefined) return byStatus({ status })
  return causesLeft > 0 ? byNature(readField(error, 'cause'), causesLeft - 1) : 'none'
}
