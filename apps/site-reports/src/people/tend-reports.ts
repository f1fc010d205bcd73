import { reportItem } from '../stages/report-item.ts'
import { endReport, reportsToCheck } from '../tables/report-progress.ts'
import type { Desk } from './desk.ts'

const most = 100

/**
 * Ends reports whose stage has ended without saying so in their row: it took three workers with it, was cancelled as a job, or ran out
 * of time at its very last try. Returns how many.
 */
export async function tendReports(desk: Desk, afterMs: number): Promise<number> {
  let ended = 0
  for (const report of await reportsToCheck(desk.db, most, afterMs)) {
    const item = await desk.pawl.pipelines.get(desk.stages, reportItem(report))
    if (item === undefined) continue
    if (item.state === 'cancelled') {
      const why = { code: 'cancelled', message: `it was cancelled: ${item.reason ?? 'its job was'}` }
      if (await endReport(desk.db, report.id, 'cancelled', why)) ended++
    } else if (item.state === 'failed') {
      const { error } = (await desk.pawl.job(item.job)) ?? {}
      if (await endReport(desk.db, report.id, 'failed', reasonOf(error))) ended++
    }
  }
  return ended
}

function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return {
    code: typeof code === 'string' ? code : 'gave-up',
    message: typeof message === 'string' ? message : 'its stage has given up',
  }
}
