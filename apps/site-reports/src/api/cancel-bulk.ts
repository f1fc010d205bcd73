import { type Bulk, unfinishedOfBulk } from '../tables/bulks.ts'
import type { Desk } from './api-options.ts'
import { cancelReport } from './cancel-report.ts'
import { foundBulk } from './submit-bulk.ts'

/** Ends all reports of a list that have not ended. Other lists that have them too see it. */
export async function cancelBulk(desk: Desk, id: number): Promise<Bulk> {
  await foundBulk(desk, id)
  for (const report of await unfinishedOfBulk(desk.db, id)) await cancelReport(desk, report)
  return foundBulk(desk, id)
}
