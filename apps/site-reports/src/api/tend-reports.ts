import { reportItem } from '../report/report-item.ts'
import { refusalOfSite } from '../sources/site/refusals.ts'
import { endReport, reportsToCheck } from '../tables/report-progress.ts'
import type { ApiContext } from './api-options.ts'

const most = 100

/**
 * Looks after reports that have not moved for so long. Ends those whose stage has ended without saying so in their row: it took three workers with it, was cancelled as a job, or ran out
 * of time at its very last try; and those that another program has put under way with an address that cannot be asked for. Submits those that are in no stage. Returns how many have ended.
 */
export async function tendReports(api: ApiContext, afterMs: number): Promise<number> {
  let ended = 0
  for (const report of await reportsToCheck(api.db, most, afterMs)) {
    const refusal = refusalOfSite(report.address, api.settings.sites.standIn)
    if (refusal !== undefined) {
      if (await endReport(api.db, report.id, 'failed', refusal)) ended++
      continue
    }
    const item = await api.pawl.pipelines.get(api.stages, reportItem(report))
    if (item === undefined) await submitAgain(api, report)
    else if (item.state === 'cancelled') {
      const why = { code: 'cancelled', message: `it was cancelled: ${item.reason ?? 'its job was'}` }
      if (await endReport(api.db, report.id, 'cancelled', why)) ended++
    } else if (item.state === 'failed') {
      const { error } = (await api.pawl.job(item.job)) ?? {}
      if (await endReport(api.db, report.id, 'failed', reasonOf(error))) ended++
    }
  }
  return ended
}

/** Its job has not submitted it yet, or never will: whoever comes second finds it under way. */
async function submitAgain({ pawl, stages }: ApiContext, report: { readonly id: number; readonly address: string }) {
  const { address } = report
  await pawl.pipelines.submit(stages, reportItem(report), { address }).catch((error) => {
    // deleted or cancelled meanwhile
    if (error.code !== 'unknown-item') throw error
  })
}

function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return {
    code: typeof code === 'string' ? code : 'gave-up',
    message: typeof message === 'string' ? message : 'its stage has given up',
  }
}
