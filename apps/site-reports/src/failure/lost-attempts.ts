import type { AttemptView } from 'pawl'
import type { FailureReason } from './failure-reason.ts'

export type LostAttempt = { readonly position: number; readonly reason: FailureReason }

/**
 * Of the attempts of one job, the one that runs and the earlier ones that may have ended without a word of their own: their worker
 * died, or they failed. Deferrals and attempts that a shutdown gave back are none of these.
 */
export function lostAttempts(attempts: readonly AttemptView[]): {
  readonly own: number
  readonly lost: readonly LostAttempt[]
} {
  const earlier = attempts.slice(0, -1)
  return {
    own: attempts.at(-1)?.position ?? 0,
    lost: earlier
      .filter(({ outcome }) => outcome === 'crashed' || outcome === 'retryable')
      .map((attempt) => ({ position: attempt.position, reason: reasonOf(attempt) })),
  }
}

function reasonOf({ outcome, error }: AttemptView): FailureReason {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  const why = typeof message === 'string' ? message : 'its attempt was lost'
  if (outcome === 'crashed') return { code: 'worker-lost', message: why }
  return { code: typeof code === 'string' ? code : 'failed', message: why }
}
