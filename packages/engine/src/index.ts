export {
  AttemptTimeoutError,
  CancelledError,
  FatalError,
  LeaseLostError,
  PawlError,
  PermanentError,
  ShutdownError,
  TransactionControlError,
} from './errors.ts'
export type { AttemptView } from './job/attempt-view.ts'
export { type Backoff, type BackoffInput, type ExponentialOptions, exponential, fixed } from './job/backoff.ts'
export type { BatchJob } from './job/batch-job.ts'
export { InvalidBodyError } from './job/body.ts'
export { classifyError, type ErrorClass, type ErrorClassifier } from './job/classify-error.ts'
export type { DeadReason } from './job/dead-reason.ts'
export { type BatchJobOptions, defineBatchJob } from './job/define-batch-job.ts'
export { defineJob, type JobOptions } from './job/define-job.ts'
export type { EndedDependency } from './job/dependency.ts'
export type { CallerTransaction, EnqueueOptions, OnFailed } from './job/enqueue-options.ts'
export type { Enqueued, HeldBy } from './job/enqueued.ts'
export type { ErrorRecord } from './job/error-record.ts'
export type { DeferOptions, Deferral, Job, JobLog, SleepOptions, StepOptions, Tx, WaitOptions } from './job/job.ts'
export type { BodyInput, JobDefinition, RetryPolicy } from './job/job-definition.ts'
export type { JobId } from './job/job-id.ts'
export type { KeyMode, KeyOptions, OnDuplicate } from './job/key.ts'
export { InvalidResultError } from './job/result.ts'
export { JobCancelledError, JobFailedError, ResultTimeoutError, UnknownJobError } from './job/result-errors.ts'
export { RetryAfterError } from './job/retry-after-error.ts'
export type { JobState } from './job/states.ts'
export { SuspendedError } from './job/suspended-error.ts'
export { parseTraceparent, type TraceParent } from './job/traceparent.ts'
export type { EnqueueAbout, EnqueueSpan, RunAbout, RunEnd, RunSpan, Tracing } from './job/tracing.ts'
export type { LeaveReason } from './pipeline/decide-leg.ts'
export { definePhases, type PhasesDefinition, type PhasesOptions, type RunBody } from './pipeline/define-phases.ts'
export {
  defineStages,
  type StageBody,
  type StagesDefinition,
  type StagesOptions,
  type SubmitBody,
} from './pipeline/define-stages.ts'
export { drawPipeline, type PipelinePicture, pictureText } from './pipeline/draw-pipeline.ts'
export {
  type PhaseContext,
  type PhaseDefinition,
  type PhaseOptions,
  type PhasePage,
  phase,
  type WalkedPage,
  type WorkedRow,
} from './pipeline/phase.ts'
export type { PhaseCounts, PhaseProgress } from './pipeline/phase-progress.ts'
export type { PipelineDefinition } from './pipeline/pipeline-definition.ts'
export { type StageDefinition, type StageItem, type StageJob, type StageOptions, stage } from './pipeline/stage.ts'
export type { StageCounts, StageProgress } from './pipeline/stage-progress.ts'
export type { StartRate } from './postgres/claim.ts'
export type { DeadFilter, DeadLetter, DeadLetterView } from './postgres/dead-letters.ts'
export type { EventCount } from './postgres/event-counts.ts'
export { isSnapshot } from './postgres/is-snapshot.ts'
export type { ItemDetail, ItemFilter, ItemView } from './postgres/items.ts'
export type { JobView } from './postgres/jobs.ts'
export type { MigrateOptions, Migration } from './postgres/migrate.ts'
export type { Operation } from './postgres/operations.ts'
export type { OutcomeCount, Outcomes, OutcomeView, RunCount } from './postgres/outcomes.ts'
export type { PipelineView, WorkState } from './postgres/pipelines.ts'
export type { QueueDepth, QueueView } from './postgres/queues.ts'
export type { RowFailure, RunFilter } from './postgres/runs.ts'
export type { SourceView } from './postgres/sources.ts'
export type { Waits, WaitsOfType } from './postgres/waits.ts'
export type { PoolView } from './postgres/workers.ts'
export type { CancelFilter, Cancellation } from './runtime/canceller.ts'
export { createPawl } from './runtime/create-pawl.ts'
export type { DeadLetters } from './runtime/dead-letters.ts'
export type { Definitions } from './runtime/definitions.ts'
export type { Finding } from './runtime/diagnose.ts'
export type { EraseFilter, EraseOptions, Erasure } from './runtime/eraser.ts'
export type { EventListener, EventName, PawlEvents } from './runtime/events.ts'
export { isInterruption } from './runtime/is-interruption.ts'
export type { JobFilter, JobPage, Jobs } from './runtime/jobs.ts'
export type { Ledger } from './runtime/ledger.ts'
export type { Logger } from './runtime/log-events.ts'
export type { OperationPage, OperationRecord, Operations } from './runtime/operations.ts'
export type { Pawl } from './runtime/pawl.ts'
export type { PawlOptions } from './runtime/pawl-options.ts'
export type { StartedRun, StartOptions } from './runtime/pipelines/phase-runs.ts'
export type { FailureFilter, Pipelines, StagesFilter } from './runtime/pipelines/pipelines.ts'
export type { PhaseView, RunView } from './runtime/pipelines/run-view.ts'
export type {
  PipelineCancellation,
  RetryOptions,
  Submission,
  SubmitOptions,
} from './runtime/pipelines/stage-items.ts'
export type { Queues } from './runtime/queues.ts'
export type { ReadOptions } from './runtime/read-options.ts'
export type { OutcomesOptions } from './runtime/read-outcomes.ts'
export type { RepairKind, Repairs } from './runtime/repair-counts.ts'
export type { ResultOptions } from './runtime/results.ts'
export type { RetentionOptions } from './runtime/retention-options.ts'
export type { RunNowResult } from './runtime/run-now.ts'
export type { ScheduleState, Schedules, ScheduleView } from './runtime/schedules.ts'
export type { ServiceView } from './runtime/service.ts'
export type { SignalOptions } from './runtime/signals.ts'
export type { LimitChange, SourceFilter, Sources } from './runtime/sources/sources.ts'
export { type StopOnSignalsOptions, stopOnSignals } from './runtime/stop-on-signals.ts'
export type { Views } from './runtime/views.ts'
export type { WatchEvent, WatchOptions } from './runtime/watch-job.ts'
export type { SlotState, SlotView } from './runtime/worker/slot.ts'
export type { QueueOptions, WorkerOptions } from './runtime/worker/worker-options.ts'
export type { WorkerState } from './runtime/worker/worker-state.ts'
export type { Workers, WorkerView } from './runtime/workers.ts'
export type { Miss } from './schedule/decide-fire.ts'
export { defineSchedule } from './schedule/define-schedule.ts'
export type {
  EnqueuedRow,
  FireOptions,
  Missed,
  Overlap,
  ScheduleDefinition,
  Tick,
} from './schedule/schedule-definition.ts'
export type { DueScheduleOptions, TickScheduleOptions } from './schedule/schedule-options.ts'
export type { ScheduleSpec } from './schedule/schedule-spec.ts'
export type { AllowPrivate } from './source/allow-private.ts'
export type { CircuitSettings } from './source/circuit.ts'
export {
  type CacheOptions,
  defineSource,
  type LimitOptions,
  type Quota,
  type SourceOptions,
} from './source/define-source.ts'
export type { Cached, FetchAnswer } from './source/fetch-answer.ts'
export type { FetchOptions } from './source/fetch-options.ts'
export { refusalOfUrl, type UrlRules } from './source/refusal-of-url.ts'
export { type DeferReason, SourceDeferredError } from './source/source-deferred-error.ts'
export type { BucketSettings, LimitAnswer, SourceDefinition } from './source/source-definition.ts'
