import { reportItem } from '../report/report-item.ts'
import { removeReport } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { foundReport } from './found-report.ts'
import { unknownReport } from './not-found.ts'

/** Forgets a report, whatever it is doing, and all that its stages have kept. */
export async function deleteReport({ db, pawl, stages }: ApiContext, id: number): Promise<void> {
  const { address } = await foundReport(db, id)
  // the item first: if this is cut off, the report is still there to be deleted again
  if (address !== null) await pawl.pipelines.remove(stages, reportItem({ id, address }))
  if (!(await removeReport(db, id))) throw unknownReport(id)
}
