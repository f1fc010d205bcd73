import { defineSchedule, type Tx } from 'pawl'
import type { SiteReportsSettings } from '../options.ts'
import { reportItem } from '../report/report-item.ts'
import type { ReportStages } from '../stages/report-stages.ts'
import { type BegunReport, beginReport } from '../tables/reports.ts'
import { dueReruns, rerunBegan } from '../tables/reruns.ts'

const batch = 100

/** Analyses again what is due to be. An address whose report is still under way waits for its next time. */
export function rerunDue(stages: ReportStages, { rerunEveryMs }: SiteReportsSettings) {
  return defineSchedule({
    name: 'site-reports.rerun-due',
    everyMs: rerunEveryMs,
    job: stages.job,
    due: begin,
    body: (begun: BegunReport) => ({ item: reportItem(begun), input: { address: begun.address } }),
    batch,
  })
}

async function begin(tx: Tx, limit: number): Promise<BegunReport[]> {
  const begun: BegunReport[] = []
  for (const { id: rerun, address } of await dueReruns(tx, limit)) {
    const id = await beginReport(tx, address, address)
    if (id === undefined) continue
    await rerunBegan(tx, rerun, id)
    begun.push({ id, address })
  }
  return begun
}
