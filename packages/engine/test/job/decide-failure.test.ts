import { expect, test } from 'vitest'
import type { BackoffInput } from '../../src/job/backoff.ts'
import { decideFailure, type FailureInput } from '../../src/job/decide-failure.ts'
import { RetryAfterError } from '../../src/job/retry-after-error.ts'

const first: FailureInput = {
  error: new Error('x'),
  errorClass: 'retryable',
  failures: 0,
  crashes: 0,
  deferrals: 0,
  maxAttempts: 3,
  backoff: () => 1_000,
  random: 0.5,
}

test('a failure that may pass is tried again after its backoff', () => {
  expect(decideFailure(first)).toEqual({ kind: 'retryable', delayMs: 1_000 })
})

test('three attempts mean three runs in all', () => {
  expect(decideFailure({ ...first, failures: 1 }).kind).toBe('retryable')
  expect(decideFailure({ ...first, failures: 2 })).toEqual({ kind: 'failed', reason: 'exhausted' })
  expect(decideFailure({ ...first, maxAttempts: 1 })).toEqual({ kind: 'failed', reason: 'exhausted' })
})

test('crashes use up attempts beside failures', () => {
  expect(decideFailure({ ...first, failures: 1, crashes: 1 })).toEqual({ kind: 'failed', reason: 'exhausted' })
  expect(decideFailure({ ...first, crashes: 1 }).kind).toBe('retryable')
})

test('a permanent error ends a job at its first attempt, and says so even at the last', () => {
  expect(decideFailure({ ...first, errorClass: 'permanent' })).toEqual({ kind: 'failed', reason: 'permanent' })
  expect(decideFailure({ ...first, errorClass: 'permanent', failures: 2 })).toEqual({
    kind: 'failed',
    reason: 'permanent',
  })
})

test('a fatal error is the fault of the worker: the job goes back, even from its last attempt', () => {
  expect(decideFailure({ ...first, errorClass: 'fatal' })).toEqual({ kind: 'handBack' })
  expect(decideFailure({ ...first, maxAttempts: 1, errorClass: 'fatal' })).toEqual({ kind: 'handBack' })
})

test('a job that was given back ten times is taken for the culprit: its fatal error is a failure like any other', () => {
  const fatal: FailureInput = { ...first, errorClass: 'fatal' }
  expect(decideFailure({ ...fatal, deferrals: 9 })).toEqual({ kind: 'handBack' })
  expect(decideFailure({ ...fatal, deferrals: 10 })).toEqual({ kind: 'retryable', delayMs: 1_000 })
  expect(decideFailure({ ...fatal, deferrals: 10, failures: 2 })).toEqual({ kind: 'failed', reason: 'exhausted' })
})

test('RetryAfterError sets the time exactly, without backoff, and does not add attempts', () => {
  const error = new RetryAfterError(123_456)
  const backoff = () => {
    throw new Error('not asked')
  }
  expect(decideFailure({ ...first, error, backoff })).toEqual({ kind: 'retryable', delayMs: 123_456 })
  expect(decideFailure({ ...first, error, failures: 2 })).toEqual({ kind: 'failed', reason: 'exhausted' })
})

test('RetryAfterError refuses a time that is none', () => {
  for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, '5' as never]) {
    expect(() => new RetryAfterError(ms)).toThrow('RetryAfterError: milliseconds from now must be a number from 0 to')
  }
})

test('the backoff is told the failures with this one, the random number and the error', () => {
  const seen: BackoffInput[] = []
  decideFailure({ ...first, failures: 1, backoff: (input) => seen.push(input) })
  expect(seen).toEqual([{ failures: 2, random: 0.5, error: first.error }])
})
