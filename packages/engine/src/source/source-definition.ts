import type { AllowPrivate } from './allow-private.ts'
import type { CircuitSettings } from './circuit.ts'

/** Requests a minute, requests at once, and requests in a day or a month if that is limited too. */
export type BucketSettings = {
  readonly perMinute: number | null
  readonly burst: number
  readonly quota: number | null
  readonly quotaPeriod: 'day' | 'month' | null
  /** When the period begins, as HH:MM, and in which time zone. */
  readonly quotaTime: string | null
  readonly quotaZone: string | null
}

export type SourceCache = {
  readonly ttlMs: number
  readonly staleIfErrorMs: number
  readonly policy: 'http' | 'ttl'
  /** Of all answers that are kept. */
  readonly maxBytes: number
}

/** An outside service as the engine knows it: checked, with every default filled in. Made by `defineSource`. */
export type SourceDefinition = {
  readonly name: string
  /** By class of cost; '' is the one of requests that name none. */
  readonly buckets: Readonly<Record<string, BucketSettings>>
  readonly circuit: CircuitSettings
  /** Undefined: nothing is kept. */
  readonly cache: SourceCache | undefined
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly userAgent: string
  readonly allowPrivate: AllowPrivate
  readonly secretHeaders: readonly string[]
  /** So often a job is put off because of this source before that counts as a failure. */
  readonly maxDeferrals: number
  // A method, so that it can be left out.
  isFailure?(answer: { readonly status: number; readonly headers: Headers }): boolean | undefined
  isLimit?(answer: LimitAnswer): boolean | undefined
}

/** An answer for `isLimit`, which may have to read what it says. */
export type LimitAnswer = { readonly status: number; readonly headers: Headers; text(): string }
