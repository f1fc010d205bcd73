import type { AttemptView } from 'pawl'
import { clock } from '../terminal/clock.ts'
import { duration } from '../terminal/duration.ts'
import { table } from '../terminal/table.ts'
import { errorText } from './as-text.ts'

/** The attempts of a job as a table. */
export function attemptLines(attempts: readonly AttemptView[]): string[] {
  return table(
    [
      { head: 'ATTEMPT', cell: ({ number }) => number, right: true },
      { head: 'IN LINE', cell: ({ runAt }) => clock(runAt) },
      { head: 'OUTCOME', cell: ({ outcome }) => outcome },
      { head: 'SETTLED', cell: ({ settledAt }) => clock(settledAt) },
      { head: 'TOOK', cell: ({ durationMs }) => duration(durationMs), right: true },
      { head: 'WORKER', cell: ({ worker }) => worker },
      { head: 'ERROR', cell: ({ error }) => errorText(error)?.split('\n')[0] ?? '' },
    ],
    attempts,
  )
}
