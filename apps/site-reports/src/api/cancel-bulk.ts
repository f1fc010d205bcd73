import { type Bulk, unfinishedOfBulk } from '../tables/bulks.ts'
import type { ApiContext } from './api-options.ts'
import { cancelReport } from './cancel-report.ts'
import { foundBulk } from './submit-bulk.ts'

/** Ends all reports of a list that have not ended. Other lists that have them too see it. */
export async function cancelBulk(api: ApiContext, id: number): Promise<Bulk> {
  await foundBulk(api, id)
  for (const report of await unfinishedOfBulk(api.db, id)) await cancelReport(api, report)
  return foundBulk(api, id)
}
