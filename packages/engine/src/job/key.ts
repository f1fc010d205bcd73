import { checkName, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { suggest } from '../suggest.ts'

/**
 * How long a key stands: `live` until its job has ended, `window` for a time after the first enqueue, `forever` for good.
 */
export type KeyMode = 'live' | 'window' | 'forever'

/**
 * What a second enqueue does to a job that has not started: `keep` leaves it alone, `replace` gives it the new body,
 * `reschedule` gives it the new body and the new time. A job that was claimed already is left alone by all of them, and the
 * answer says so (`replaced`).
 */
export type OnDuplicate = 'keep' | 'replace' | 'reschedule'

/** How a job's key works: see docs/keys.md. */
export type KeyOptions = {
  /** `live` unless said otherwise. */
  readonly keyMode?: KeyMode
  /** How long a key of mode `window` stands. */
  readonly keyWindowMs?: number
  /** `keep` unless said otherwise. */
  readonly onDuplicate?: OnDuplicate
}

export type JobKey = {
  readonly value: string
  readonly mode: KeyMode
  readonly windowMs: number | null
  readonly onDuplicate: OnDuplicate
}

const modes: readonly KeyMode[] = ['live', 'window', 'forever']
const reactions: readonly OnDuplicate[] = ['keep', 'replace', 'reschedule']

export function checkKeyOptions(where: string, options: KeyOptions): void {
  checkOneOf(`${where}: keyMode`, options.keyMode, modes)
  checkOneOf(`${where}: onDuplicate`, options.onDuplicate, reactions)
  if (options.keyWindowMs !== undefined) checkDuration(`${where}: keyWindowMs`, options.keyWindowMs, { min: 1 })
}

/** A key with all that is to be known of it: what the call says goes before what the job's type says. */
export function makeKey(type: string, value: string, ofType: KeyOptions, ofCall: KeyOptions): JobKey {
  checkName(`the key of '${type}'`, value)
  const mode = ofCall.keyMode ?? ofType.keyMode ?? 'live'
  const windowMs = ofCall.keyWindowMs ?? ofType.keyWindowMs ?? null
  if (mode === 'window' && windowMs === null) {
    throw new PawlError('invalid-option', `the key of '${type}' has the mode window; say how long with keyWindowMs`)
  }
  return { value, mode, windowMs, onDuplicate: ofCall.onDuplicate ?? ofType.onDuplicate ?? 'keep' }
}

function checkOneOf(where: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return
  throw new PawlError(
    'invalid-option',
    `${where} is one of ${known.join(', ')}; got ${show(value)}${suggest(value, known)}`,
  )
}
