import type { QueueView } from 'pawl'
import { duration } from '../terminal/duration.ts'
import type { Palette } from '../terminal/palette.ts'
import type { Column } from '../terminal/table.ts'

/** Of ended jobs; more than this is worth a look. */
const worrying = 0.05

/** A queue in a line, wherever queues are listed. */
export function queueColumns({ warn, bad }: Palette): readonly Column<QueueView>[] {
  const count = (pick: (view: QueueView) => number) => (view: QueueView) => `${view.exact ? '' : '~'}${pick(view)}`
  return [
    {
      head: 'QUEUE',
      cell: ({ queue, paused }) => (paused ? `${queue} (paused)` : queue),
      paint: (text, { paused }) => (paused ? warn(text) : text),
    },
    { head: 'PENDING', cell: count(({ pending }) => pending), right: true },
    { head: 'RUNNING', cell: ({ running }) => running, right: true },
    { head: 'SCHEDULED', cell: ({ scheduled }) => scheduled, right: true },
    { head: 'RETRYABLE', cell: ({ retryable }) => retryable, right: true },
    { head: 'OLDEST', cell: ({ oldestAgeMs }) => duration(oldestAgeMs), right: true },
    { head: '/MIN', cell: ({ perMinute }) => perMinute, right: true },
    {
      head: 'ERRORS',
      cell: ({ errorRate }) => (errorRate === null ? '-' : `${Math.round(errorRate * 100)}%`),
      right: true,
      paint: (text, { errorRate }) => (errorRate !== null && errorRate > worrying ? bad(text) : text),
    },
  ]
}
