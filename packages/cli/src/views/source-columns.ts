import type { SourceView } from 'pawl'
import { duration } from '../terminal/duration.ts'
import type { Palette } from '../terminal/palette.ts'
import type { Column } from '../terminal/table.ts'

/** A source in a line, wherever sources are listed. `nowMs`: of the clock that its times are compared with. */
export function sourceColumns({ warn, bad }: Palette, nowMs: number): readonly Column<SourceView>[] {
  const paint = (text: string, { state }: SourceView) =>
    state === 'closed' ? text : state === 'open' ? bad(text) : warn(text)
  return [
    { head: 'SOURCE', cell: ({ name }) => name },
    { head: 'STATE', cell: (source) => stateOf(source, nowMs), paint },
    { head: 'LIMIT', cell: limitOf },
    { head: 'TOKENS', cell: ({ tokens }) => (tokens === null ? null : Math.floor(tokens)), right: true, spare: true },
    { head: 'REQUESTS', cell: ({ requests }) => requests, right: true },
    { head: 'HITS', cell: ({ hits }) => hits, right: true, spare: true },
    { head: 'DEFERRALS', cell: ({ deferrals }) => deferrals, right: true, spare: true },
    { head: 'LAST ERROR', cell: ({ lastError }) => lastError ?? '' },
  ]
}

function stateOf({ state, pausedUntil, probeAt }: SourceView, nowMs: number): string {
  const within = (at: Date) => duration(Math.max(0, at.getTime() - nowMs))
  if (state === 'paused') return pausedUntil instanceof Date ? `paused for ${within(pausedUntil)}` : 'paused'
  return state === 'open' && probeAt !== null ? `open, probe in ${within(probeAt)}` : state
}

function limitOf({ requestsPerMinute, burst, quota, quotaLeft }: SourceView): string {
  const rate = requestsPerMinute === null ? [] : [`${requestsPerMinute}/min, burst ${burst}`]
  return [...rate, ...(quota === null ? [] : [`${quotaLeft} of ${quota}/day`])].join(', ') || 'none'
}
