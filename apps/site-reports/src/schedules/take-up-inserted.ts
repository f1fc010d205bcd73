import { defineSchedule, type Tx } from 'pawl'
import { readAddress } from '../api/read-address.ts'
import type { SiteReportsSettings } from '../options.ts'
import { reportItem } from '../report/report-item.ts'
import type { StageName } from '../report/report-step.ts'
import type { ReportStages } from '../stages/report-stages.ts'
import { type TakenRow, takeAddress, takeUpRows } from '../tables/inserted-rows.ts'
import { endReport } from '../tables/report-progress.ts'

export type TakenUp = { readonly id: number; readonly address: string; readonly step: StageName }

/** Takes up the rows that other programs have inserted or reset, oldest first. */
export function takeUpInserted(stages: ReportStages, settings: SiteReportsSettings) {
  const { everyMs, batch } = settings.inserted
  return defineSchedule({
    name: 'site-reports.take-up-inserted',
    everyMs,
    job: stages.job,
    due: (tx, limit) => takeUp(tx, limit, settings),
    body: ({ id, address, step }: TakenUp) => ({ item: reportItem({ id, address }), input: { address }, from: step }),
    batch,
  })
}

/** At most this many rows that cannot be analysed end in one transaction, so that it holds its locks for seconds only. */
const mostEnded = 500

async function takeUp(tx: Tx, limit: number, settings: SiteReportsSettings): Promise<TakenUp[]> {
  const { inserted, stages } = settings
  // a row that no attempt has failed for is taken up even where reports have no retries
  const maxRetries = Math.max(1, stages.retries)
  const taken: TakenUp[] = []
  let ended = 0
  // rows that cannot be analysed end, so that a full batch means that there is more
  while (taken.length < limit && ended < mostEnded) {
    const most = Math.min(limit - taken.length, mostEnded - ended)
    const rows = await takeUpRows(tx, { limit: most, untouchedMs: inserted.untouchedMs, maxRetries })
    if (rows.length === 0) break
    for (const row of rows) {
      const address = await addressOf(tx, row, settings)
      if (address === undefined) ended++
      else taken.push({ id: row.id, address, step: row.step })
    }
  }
  return taken
}

/** One row after the other: of two rows with one address the second finds the first in progress, and ends. */
async function addressOf(tx: Tx, { id, url }: TakenRow, { sites }: SiteReportsSettings): Promise<string | undefined> {
  const read = readAddress(url, sites.standIn)
  if (read.kind === 'refused') await endReport(tx, id, 'failed', read)
  else if (await takeAddress(tx, id, read.address)) return read.address
  else await endReport(tx, id, 'cancelled', underWay)
  return undefined
}

const underWay = { code: 'under-way', message: 'a report about the same address is under way' }
