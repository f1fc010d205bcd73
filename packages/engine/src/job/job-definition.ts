import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Backoff } from './backoff.ts'
import type { BatchJob } from './batch-job.ts'
import type { Job } from './job.ts'
import type { KeyOptions } from './key.ts'

/** How often a job is tried, and how long it waits in between. */
export type RetryPolicy = {
  /** Runs in all, the first included. */
  readonly attempts: number
  readonly backoff: Backoff
}

/** A job type as the engine knows it: checked, with every default filled in. Made by `defineJob`. */
export type JobDefinition<S extends StandardSchemaV1 = StandardSchemaV1> = {
  readonly type: string
  readonly queue: string
  readonly version: number
  readonly priority: number
  readonly body: S
  readonly maxBodyBytes: number
  readonly maxResultBytes: number
  readonly retry: RetryPolicy
  readonly timeoutMs: number | undefined
  readonly keyOptions: KeyOptions
  readonly groupConcurrency: number
  /** How many jobs one run of its handler takes at the most: more than 1 only for what `defineBatchJob` made. */
  readonly batch: number
  // Methods, so that definitions of different bodies fit in one list.
  upgrade?(body: unknown, fromVersion: number): unknown
  source?(body: StandardSchemaV1.InferInput<S>): string
  key?(body: StandardSchemaV1.InferInput<S>): string
  group?(body: StandardSchemaV1.InferInput<S>): string
  run(job: Job<StandardSchemaV1.InferOutput<S>>): unknown
  runBatch?(jobs: readonly BatchJob<StandardSchemaV1.InferOutput<S>>[]): unknown
}

/** The body that a definition's schema takes: what `enqueue` wants. */
export type BodyInput<D> = D extends JobDefinition<infer S> ? StandardSchemaV1.InferInput<S> : never
