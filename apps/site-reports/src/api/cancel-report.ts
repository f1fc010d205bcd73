import { reportItem } from '../report/report-item.ts'
import { endReport } from '../tables/report-progress.ts'
import type { ListedReport } from '../tables/reports.ts'
import type { Desk } from './api-options.ts'
import { foundReport } from './found-report.ts'

/** Ends a report wherever it is; what its stage still does counts for nothing. One that has ended stays as it is. */
export async function cancelReport(desk: Desk, id: number): Promise<ListedReport> {
  const { status, address } = await foundReport(desk.db, id)
  if (status !== 'not-started' && status !== 'in-progress') return foundReport(desk.db, id)
  // what is cancelled is taken no further, so the row comes first: an item that is not there yet is not submitted either
  await endReport(desk.db, id, 'cancelled', { code: 'cancelled', message: 'it was cancelled' })
  if (address !== null) await desk.pawl.pipelines.cancel(desk.stages, reportItem({ id, address }))
  return foundReport(desk.db, id)
}
