import { defineSchedule, type Tx } from 'pawl'
import type { SiteReportsSettings } from '../options.ts'
import { readAddress } from '../people/read-address.ts'
import { reportItem } from '../stages/report-item.ts'
import type { ReportStages } from '../stages/report-stages.ts'
import { insertedRows, takeUp } from '../tables/inserted-rows.ts'
import { endReport } from '../tables/report-progress.ts'

export type TakenUp = { readonly id: number; readonly address: string }

/** Takes up the rows that other programs have inserted, oldest first. */
export function takeUpInserted(stages: ReportStages, settings: SiteReportsSettings) {
  const { everyMs, batch } = settings.inserted
  return defineSchedule({
    name: 'site-reports.take-up-inserted',
    everyMs,
    job: stages.job,
    due: (tx, limit) => takeUpRows(tx, limit, settings),
    body: (taken: TakenUp) => ({ item: reportItem(taken), input: { address: taken.address } }),
    batch,
  })
}

/** So many rows that cannot be taken up end in one transaction: they and what it holds are given free in seconds. */
const mostEnded = 500

/** One row after the other: a second one of the same address finds the first one under way. */
async function takeUpRows(tx: Tx, limit: number, { inserted, sites }: SiteReportsSettings): Promise<TakenUp[]> {
  const taken: TakenUp[] = []
  let ended = 0
  // those that cannot be taken up end, so that a full batch says that there is more
  while (taken.length < limit && ended < mostEnded) {
    const most = Math.min(limit - taken.length, mostEnded - ended)
    const rows = await insertedRows(tx, { ...inserted, limit: most })
    if (rows.length === 0) break
    const before = taken.length
    for (const { id, url } of rows) {
      const read = readAddress(url, sites.standIn)
      if (read.kind === 'refused') await endReport(tx, id, 'failed', read)
      else if (await takeUp(tx, id, read.address)) taken.push({ id, address: read.address })
      else await endReport(tx, id, 'cancelled', underWay)
    }
    ended += rows.length - (taken.length - before)
  }
  return taken
}

const underWay = { code: 'under-way', message: 'a report about the same address is under way' }
