import type { Job } from './job.ts'

/**
 * One job of a batch. It can be settled on its own, at once; the first word counts. What is not settled when the handler
 * returns has succeeded; if it throws, all that is not settled has failed with that error.
 */
export type BatchJob<Body = unknown> = Omit<
  Job<Body>,
  'defer' | 'alone' | 'step' | 'transaction' | 'sleepUntil' | 'waitFor'
> & {
  /** It has succeeded, with this result. */
  succeed(result?: unknown): void
  /** It has failed: retried by its policy, as if a handler of its own had thrown this. */
  fail(error: unknown): void
  /** It goes back untried. */
  defer(delayMs: number, reason?: string): void
}
