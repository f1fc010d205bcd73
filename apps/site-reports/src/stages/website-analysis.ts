import { type StageDefinition, stage } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import type { SiteReportsSettings } from '../options.ts'
import type { SiteFacts } from '../page/site-facts.ts'
import { hostOfItem, reportOfItem } from '../report/report-item.ts'
import { type ReportInput, type RetryRule, recorded } from '../retry/recorded.ts'
import type { StageLimits } from '../retry/stage-limits.ts'
import { siteSourceOf } from '../sources/site-sources.ts'
import { moveReport } from '../tables/report-progress.ts'

/** Some pages, most of them of less than 100 KB. */
const maxResultBytes = 4 * 1024 * 1024

/** Fetches a handful of pages, politely, and reads what can be said of them without a model. */
export function websiteAnalysis(
  { sites }: SiteReportsSettings,
  limits: StageLimits,
  rule: RetryRule,
): StageDefinition<ReportInput> {
  return stage<ReportInput, SiteFacts>('website-analysis', {
    ...limits,
    priority: 4,
    maxResultBytes,
    source: (item) => siteSourceOf(`https://${hostOfItem(item)}/`, sites.standIn),
    run: recorded(rule, async ({ input }, job) => {
      // with the parser of pages, which commands do without
      const { fetchSite } = await import('../sources/site.ts')
      const site = await fetchSite((url, options) => job.fetch(url, options), input.address, {
        ...sites,
        step: (name, run) => job.step(name, run),
        onPage: (pages, most) => job.progress({ pages, most }),
      })
      if (site.kind === 'site') return site
      throw new ReportFailure(site.code, site.message, { isPassing: site.isPassing })
    }),
    write: (tx, { pages }, { item }) =>
      moveReport(tx, reportOfItem(item), 'prompt-forming', pages[0]?.facts.titleTag ?? null),
  })
}
