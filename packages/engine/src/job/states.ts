/**
 * The life of a job: what can happen in each state and where it leads. This table is the only place that says so; the view
 * `pawl.jobs`, the kinds of outcome and docs/states.md follow it, and a test compares them.
 */
export const transitions = {
  scheduled: { lineUp: 'pending', fail: 'failed', cancel: 'cancelled' },
  pending: { start: 'running', expire: 'failed', cancel: 'cancelled' },
  running: {
    succeed: 'succeeded',
    retry: 'retryable',
    fail: 'failed',
    defer: 'scheduled',
    handBack: 'pending',
    reclaim: 'pending',
    cancel: 'cancelled',
  },
  retryable: { lineUp: 'pending', cancel: 'cancelled' },
  succeeded: {},
  failed: {},
  cancelled: {},
} as const

/** Where a job is in its life: see docs/states.md. */
export type JobState = keyof typeof transitions
export type JobEvent = { [S in JobState]: keyof (typeof transitions)[S] }[JobState]

export const jobStates = Object.keys(transitions) as readonly JobState[]

/** Where an event leads from a state, or undefined when it cannot happen there. */
export function next(state: JobState, event: JobEvent): JobState | undefined {
  return (transitions[state] as Partial<Record<JobEvent, JobState>>)[event]
}

export function isEnd(state: JobState): boolean {
  return Object.keys(transitions[state]).length === 0
}
