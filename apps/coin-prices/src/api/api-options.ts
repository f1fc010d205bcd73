import type { AllowPrivate, JobDefinition } from 'pawl'

/** What routes and commands are made with. */
export type ApiOptions = {
  /** Takes `{ intakeId }`, and values this coin. */
  readonly value: JobDefinition
  /** Takes `{ intakeId }`, and looks up its certificate. Undefined: no service with credentials does this. */
  readonly lookUp?: JobDefinition | undefined
  /** Private addresses that webhooks may have. */
  readonly allowPrivate: AllowPrivate
}
