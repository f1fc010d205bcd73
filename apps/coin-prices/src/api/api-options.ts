import type { JobDefinition } from 'pawl'

/** What routes and commands are made with. */
export type ApiOptions = {
  /** Takes `{ intakeId }`, and values this coin. */
  readonly value: JobDefinition
}
