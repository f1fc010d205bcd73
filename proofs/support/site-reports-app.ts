import type { App } from '@pawl/app'
import { siteReports } from '@pawl/site-reports'

export type StandInUrls = { readonly web: string; readonly model: string }

/** The application without its start rates and with limits that do not matter: there are only minutes. What a killed worker had runs alone, one job after the other, so few slots are enough. */
export function siteReportsApp({ web, model }: StandInUrls): App {
  return siteReports({
    stages: { startRate: null, firstRetryMs: 200, slots: 4 },
    sites: { standIn: { domain: 'example', url: web }, requestsPerMinute: 6_000, maxPages: 2 },
    model: { url: model, name: 'made-up-large', key: 'proof', requestsPerMinute: 60_000, callsPerDay: 1_000_000 },
  })
}
