import type { App, AppServices } from '@pawl/app'
import type { SiteReportsSettings } from '../options.ts'
import { isAddressKnown } from '../tables/reports.ts'
import type { ApiOptions } from './api-options.ts'
import { checkAddress } from './check-address.ts'
import { submitReport } from './submit-report.ts'
import { tendReports } from './tend-reports.ts'

/** A row that did not move for so long is looked at. */
const staleMs = 60_000

/** What runs beside the workers: the first analyses, and an eye on reports that no longer move. */
export function startSiteReports(parts: ApiOptions, settings: SiteReportsSettings): NonNullable<App['start']> {
  const addresses = settings.analyse.map((url) => checkAddress(url, settings.sites.standIn))
  return async (services: AppServices) => {
    const api = { ...services, ...parts }
    for (const address of addresses) {
      if (!(await isAddressKnown(api.db, address))) await submitReport(api, address)
    }
    let tending: Promise<unknown> = Promise.resolve()
    // a look that failed, as while the database is away, is made up for by the next
    const timer = setInterval(() => {
      tending = tending.then(() => tendReports(api, staleMs)).catch(() => {})
    }, settings.tendEveryMs)
    timer.unref()
    return {
      async stop() {
        clearInterval(timer)
        await tending
      },
    }
  }
}
