import type { WorkerView } from 'pawl'
import { bar } from '../terminal/bar.ts'
import { duration } from '../terminal/duration.ts'
import type { Palette } from '../terminal/palette.ts'
import type { Column } from '../terminal/table.ts'

const slotsWidth = 10

/** A worker in a line. `nowMs`: of the clock that its times are compared with. */
export function workerColumns({ warn, bad }: Palette, nowMs: number): readonly Column<WorkerView>[] {
  const paint = (text: string, { state }: WorkerView) =>
    state === 'live' ? text : state === 'blocked' ? warn(text) : bad(text)
  return [
    { head: 'WORKER', cell: ({ name }) => name },
    { head: 'STATE', cell: ({ state }) => state, paint },
    { head: 'UP', cell: ({ startedAt }) => duration(nowMs - startedAt.getTime()), right: true },
    {
      head: 'BEAT',
      cell: ({ heartbeatAt }) => `${duration(Math.max(0, nowMs - heartbeatAt.getTime()))} ago`,
      right: true,
    },
    { head: 'SLOTS', cell: slotsText },
    { head: 'QUEUES', cell: ({ pools }) => poolsText(pools) },
  ]
}

function slotsText({ pools }: WorkerView): string {
  const [busy, error, idle] = (['busy', 'error', 'idle'] as const).map((state) =>
    pools.reduce((sum, pool) => sum + pool[state], 0),
  ) as [number, number, number]
  const all = busy + error + idle
  return `${bar(all === 0 ? 0 : (busy + error) / all, slotsWidth)} ${busy}/${all}${error > 0 ? `, ${error} in error` : ''}`
}

/** More would leave no room for the other columns. */
const mostPools = 3

/** The busiest first, where there are too many for one cell. */
function poolsText(pools: WorkerView['pools']): string {
  if (pools.length <= mostPools) return pools.map(poolText).join(', ')
  const shown = pools.toSorted((a, b) => b.busy + b.error - (a.busy + a.error)).slice(0, mostPools)
  return `${shown.map(poolText).join(', ')}, ${pools.length - mostPools} more`
}

function poolText({ queue, busy, idle, error }: WorkerView['pools'][number]): string {
  return `${queue} ${busy}/${busy + idle + error}`
}
