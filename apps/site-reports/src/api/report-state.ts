import { reportItem } from '../report/report-item.ts'
import { type StageName, stageNames } from '../report/report-step.ts'
import type { ListedReport } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { foundReport } from './found-report.ts'

export type StageState = 'waiting' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type ReportState = ListedReport & {
  readonly stages: readonly { readonly name: StageName; readonly state: StageState }[]
  /** How far the stage is that it is in, as that stage tells. */
  readonly progress: unknown
  /** The job of the stage that it is in, or ended in. */
  readonly job: string | null
}

/** How a report gets on: what its row says, and what the pipeline knows of it just now. */
export async function reportState(api: ApiContext, id: number): Promise<ReportState> {
  const report = await foundReport(api.db, id)
  const { address } = report
  const item = address === null ? undefined : await api.pawl.pipelines.get(api.stages, reportItem({ id, address }))
  const at = item === undefined ? -1 : (stageNames as readonly string[]).indexOf(item.stage)
  const stateAt = (place: number): StageState => {
    if (item === undefined || place > at) return 'waiting'
    return place < at ? 'done' : item.state
  }
  const isRunning = item?.state === 'running'
  const job = isRunning ? await api.pawl.job(item.job) : undefined
  return {
    ...report,
    stages: stageNames.map((name, place) => ({ name, state: stateAt(place) })),
    progress: job?.progress ?? null,
    job: item?.job ?? null,
  }
}
