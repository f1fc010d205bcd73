import type { ApiContext } from '../api/api-options.ts'
import { followState } from '../api/follow-state.ts'
import { type ReportState, reportState } from '../api/report-state.ts'

const everyMs = 500

/** Waits until a report has ended, and says where it is on the way. */
export async function waitFor(api: ApiContext, id: number, say: (text: string) => void): Promise<ReportState> {
  const gone = new AbortController()
  let [last, said]: [ReportState | undefined, string] = [undefined, '']
  const look = () => reportState(api, id)
  const hasEnded = ({ status }: ReportState) => status !== 'in-progress' && status !== 'not-started'
  for await (const state of followState({ look, hasEnded, everyMs, gone: gone.signal })) {
    last = state
    const line = hasEnded(state) ? state.status : `${state.step}: ${stateOf(state)}`
    if (line !== said) say(`report ${id}: ${line}`)
    said = line
  }
  return last!
}

function stateOf({ step, stages }: ReportState): string {
  return stages.find(({ name }) => name === step)?.state ?? 'waiting'
}
