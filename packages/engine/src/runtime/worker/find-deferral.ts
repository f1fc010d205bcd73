import { findOwnConnection } from '../../postgres/own-connection.ts'
import { SourceDeferredError } from '../../source/source-deferred-error.ts'

/** Why an attempt is deferred although its handler threw. Handlers may have wrapped the error that says so. */
export type FoundDeferral =
  | { readonly kind: 'source'; readonly error: SourceDeferredError }
  /** A connection of Pawl's own could not be made, or was lost. */
  | { readonly kind: 'connection'; readonly error: Error }

/** Causes are followed to this depth: an error can be its own cause. */
const maxCauses = 10

export function findDeferral(thrown: unknown): FoundDeferral | undefined {
  try {
    const connection = findOwnConnection(thrown)
    if (connection !== undefined) return { kind: 'connection', error: connection }
    let cause = thrown
    for (let depth = 0; depth < maxCauses && cause instanceof Error; depth++) {
      if (cause instanceof SourceDeferredError) return { kind: 'source', error: cause }
      cause = cause.cause
    }
  } catch {
    // reading a cause may throw: it may be a proxy
  }
  return undefined
}
