import { FatalError, PawlError } from '../../errors.ts'
import { isPassing } from '../../postgres/is-passing.ts'
import { SourceDeferredError } from '../../source/source-deferred-error.ts'

/** The attempt has ended or must, or PostgreSQL is away. */
const codes = [
  ...['lease-lost', 'cancelled', 'shutdown', 'timeout', 'attempt-ended', 'stopped'],
  ...['no-connection', 'connection-lost', 'transaction-timeout', 'commit-unknown'],
]
/** Conflicts and time limits pass by themselves, too, but may be those of one row. */
const ofOthers = /^(08|53|57P)/

/** A batch could not be written, and no row is to blame for it, so none is recorded as failed. */
export function isNoRowsFault(error: unknown): boolean {
  if (error instanceof SourceDeferredError || error instanceof FatalError) return true
  if (error instanceof PawlError) return codes.includes(error.code)
  return isPassing(error) && ofOthers.test((error as { code: string }).code)
}
