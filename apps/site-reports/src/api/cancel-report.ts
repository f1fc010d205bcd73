import { reportItem } from '../report/report-item.ts'
import { endReport } from '../tables/report-progress.ts'
import type { ListedReport } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { foundReport } from './found-report.ts'

/** Ends a report wherever it is; what its stage still does counts for nothing. One that has ended stays as it is. */
export async function cancelReport(api: ApiContext, id: number): Promise<ListedReport> {
  const { status, address } = await foundReport(api.db, id)
  if (status !== 'not-started' && status !== 'in-progress') return foundReport(api.db, id)
  // what is cancelled is taken no further, so the row comes first: an item that is not there yet is not submitted either
  await endReport(api.db, id, 'cancelled', { code: 'cancelled', message: 'it was cancelled' })
  if (address !== null) await api.pawl.pipelines.cancel(api.stages, reportItem({ id, address }))
  return foundReport(api.db, id)
}
