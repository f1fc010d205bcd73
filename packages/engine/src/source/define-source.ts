import { checkFunction, checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { type AllowPrivate, checkAllowPrivate } from './allow-private.ts'
import { type CircuitSettings, circuitSettings } from './circuit.ts'
import type { BucketSettings, LimitAnswer, SourceDefinition } from './source-definition.ts'

/** How many calls a service allows in a day or in a calendar month. */
export type Quota = {
  readonly calls: number
  /** @defaultValue 'day' */
  readonly per?: 'day' | 'month'
  /** The time at which the period begins, as HH:MM. A month begins on its first day. @defaultValue '00:00' */
  readonly at?: string
  /** The time zone of `at`. @defaultValue 'UTC' */
  readonly zone?: string
}

/** How often a source may be called. */
export type LimitOptions = {
  /** A ceiling over all workers; none when left out. */
  readonly requestsPerMinute?: number
  /** How many of them may come at once; 1 unless said otherwise. */
  readonly burst?: number
  readonly quota?: Quota
}

/** How answers of a source are kept. */
export type CacheOptions = {
  /** How long answers are fresh that do not say so themselves. */
  readonly ttlMs: number
  /** How long a stale answer may stand in while the source fails; a day unless said otherwise. */
  readonly staleIfErrorMs?: number
  /**
   * Whose word counts. `http`: headers of request and answer decide first, as in RFC 9111. `ttl`: each answer that can be kept is
   * kept for `ttlMs`, whatever headers say, also one to a request with credentials. It is for services whose key belongs to the
   * application and not to a user.
   * @defaultValue 'http'
   */
  readonly policy?: 'http' | 'ttl'
  /** Of all answers that are kept; 256 MiB unless said otherwise. An answer of more than a 16th of it is not kept. */
  readonly maxBytes?: number
}

/** What `defineSource` takes. */
export type SourceOptions = LimitOptions & {
  /** With a * at its end it stands for all sources whose names begin so, each with limits of its own: `host:*`. */
  readonly name: string
  /** Limits of their own for requests of other classes of cost: `job.fetch(url, { class: 'search' })`. */
  readonly classes?: Readonly<Record<string, LimitOptions>>
  readonly circuit?: Partial<CircuitSettings>
  /** Whether answers are kept; nothing is kept when left out. */
  readonly cache?: CacheOptions
  /** For one request, from its start to the last byte; 30 s unless said otherwise. */
  readonly timeoutMs?: number
  /** Of one answer, before and after it is decompressed; 10 MiB unless said otherwise. */
  readonly maxBytes?: number
  readonly userAgent?: string
  /**
   * Private addresses, of this machine and its network, may be called: all (`true`), or those of a list of origins, as in
   * `['http://127.0.0.1:8790']`. Each redirect is checked too.
   *
   * @defaultValue false
   */
  readonly allowPrivate?: AllowPrivate
  /** Headers that must not reach another host, beside Authorization and Cookie. */
  readonly secretHeaders?: readonly string[]
  /** So often a job is put off because of this source before that counts as a failure; 10 unless said otherwise. */
  readonly maxDeferrals?: number
  /** Whether an answer counts against the circuit; undefined leaves it to Pawl. */
  readonly isFailure?: (answer: { readonly status: number; readonly headers: Headers }) => boolean | undefined
  /**
   * Whether an answer asks for patience, which pauses the source; undefined leaves it to Pawl, for whom a 429 does. False for one
   * that no waiting will mend, as when an account is used up: it is returned like any other 4xx.
   */
  readonly isLimit?: (answer: LimitAnswer) => boolean | undefined
}

const limitOptions = ['requestsPerMinute', 'burst', 'quota']
const known = [
  ...['name', ...limitOptions, 'classes', 'circuit', 'cache', 'timeoutMs', 'maxBytes', 'userAgent'],
  ...['allowPrivate', 'secretHeaders', 'maxDeferrals', 'isFailure', 'isLimit'],
]

/**
 * An outside service, and how politely it is to be treated: by all workers together.
 *
 * @example
 * ```ts
 * const mangadex = defineSource({
 *   name: 'mangadex',
 *   requestsPerMinute: 240,
 *   burst: 5,
 *   circuit: { failures: 5, coolDownMs: 300_000 },
 *   cache: { ttlMs: 3_600_000 },
 * })
 * ```
 */
export function defineSource(options: SourceOptions): SourceDefinition {
  refuseUnknownOptions('defineSource', options, known)
  const name = checkSourceName(options.name)
  const where = `defineSource ${show(name)}`
  const { requestsPerMinute, burst, quota, classes = {}, isFailure, isLimit } = options
  if (isFailure !== undefined) checkFunction(`${where}: isFailure`, isFailure)
  if (isLimit !== undefined) checkFunction(`${where}: isLimit`, isLimit)
  const ofClasses = Object.entries(classes).map(([of, limits]) => {
    refuseUnknownOptions(`${where}: classes.${of}`, limits, limitOptions)
    return [checkName(`${where}: a class`, of), bucket(`${where}: classes.${of}`, limits)] as const
  })
  return Object.freeze({
    name,
    buckets: Object.freeze({
      '': bucket(where, {
        ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
        ...(burst === undefined ? {} : { burst }),
        ...(quota === undefined ? {} : { quota }),
      }),
      ...Object.fromEntries(ofClasses),
    }),
    circuit: circuitSettings(options.circuit),
    cache: cacheSettings(where, options.cache),
    timeoutMs: checkDuration(`${where}: timeoutMs`, options.timeoutMs ?? 30_000, {
      min: 1,
      max: 86_400_000,
      integer: true,
    }),
    maxBytes: checkNumber(`${where}: maxBytes`, options.maxBytes ?? 10 * 1024 * 1024, { min: 1 }),
    userAgent: checkName(`${where}: userAgent`, options.userAgent ?? 'pawl'),
    allowPrivate: checkAllowPrivate(`${where}: allowPrivate`, options.allowPrivate ?? false),
    secretHeaders: Object.freeze(checkHeaders(where, options.secretHeaders ?? [])),
    maxDeferrals: checkNumber(`${where}: maxDeferrals`, options.maxDeferrals ?? 10, { min: 0, max: 10_000 }),
    ...(isFailure === undefined ? {} : { isFailure }),
    ...(isLimit === undefined ? {} : { isLimit }),
  })
}

function checkSourceName(given: unknown): string {
  const name = checkName('defineSource: name', given)
  if (!name.slice(0, -1).includes('*')) return name
  throw new PawlError('invalid-option', `defineSource: a name may have a * only at its end; got ${show(name)}`)
}

function checkHeaders(where: string, names: readonly unknown[]): string[] {
  if (Array.isArray(names)) return names.map((name) => checkName(`${where}: a name in secretHeaders`, name))
  throw new PawlError('invalid-option', `${where}: secretHeaders must be a list of names; got ${show(names)}`)
}

function bucket(where: string, { requestsPerMinute, burst = 1, quota }: LimitOptions): BucketSettings {
  return Object.freeze({
    perMinute:
      requestsPerMinute === undefined
        ? null
        : checkNumber(`${where}: requestsPerMinute`, requestsPerMinute, { min: 0.001, integer: false }),
    burst: checkNumber(`${where}: burst`, burst, { min: 1, max: 1_000_000 }),
    ...quotaSettings(where, quota),
  })
}

function quotaSettings(
  where: string,
  given: Quota | undefined,
): Pick<BucketSettings, 'quota' | 'quotaPeriod' | 'quotaTime' | 'quotaZone'> {
  if (given === undefined) return { quota: null, quotaPeriod: null, quotaTime: null, quotaZone: null }
  refuseUnknownOptions(`${where}: quota`, given, ['calls', 'per', 'at', 'zone'])
  const { calls, per = 'day', at = '00:00', zone = 'UTC' } = given
  if (per !== 'day' && per !== 'month') {
    throw new PawlError('invalid-option', `${where}: quota.per must be 'day' or 'month'; got ${show(per)}`)
  }
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) {
    throw new PawlError('invalid-option', `${where}: quota.at must be a time like 00:00; got ${show(at)}`)
  }
  // PostgreSQL reads +05:30 the other way round
  if (/^[+-]/.test(zone) || !isZone(zone)) {
    throw new PawlError(
      'invalid-option',
      `${where}: quota.zone must be a time zone like Europe/Berlin; got ${show(zone)}`,
    )
  }
  const checked = checkNumber(`${where}: quota.calls`, calls, { min: 1, max: 2_147_483_647 })
  return { quota: checked, quotaPeriod: per, quotaTime: at, quotaZone: zone }
}

function cacheSettings(where: string, given: SourceOptions['cache']): SourceDefinition['cache'] {
  if (given === undefined) return undefined
  refuseUnknownOptions(`${where}: cache`, given, ['ttlMs', 'staleIfErrorMs', 'policy', 'maxBytes'])
  const { policy = 'http' } = given
  if (policy !== 'http' && policy !== 'ttl') {
    throw new PawlError('invalid-option', `${where}: cache.policy must be 'http' or 'ttl'; got ${show(policy)}`)
  }
  const range = { integer: true }
  return Object.freeze({
    ttlMs: checkDuration(`${where}: cache.ttlMs`, given.ttlMs, range),
    staleIfErrorMs: checkDuration(`${where}: cache.staleIfErrorMs`, given.staleIfErrorMs ?? 86_400_000, range),
    policy,
    maxBytes: checkNumber(`${where}: cache.maxBytes`, given.maxBytes ?? 268_435_456, { min: 1 }),
  })
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
