import type { SiteFacts } from '../page/site-facts.ts'
import { findIssues } from './find-issues.ts'
import { findUnquoted } from './find-unquoted.ts'
import type { ModelReport } from './model-report.ts'
import type { Report, ReportUsage } from './report.ts'

/** A report from what was found on a site and what a model said about it. */
export function makeReport(
  site: SiteFacts,
  analysis: ModelReport,
  { usage, finishedAt }: { readonly usage: ReportUsage; readonly finishedAt: Date },
): Report {
  const [home] = site.pages
  return {
    url: site.url,
    host: site.host,
    title: home?.facts.titleTag ?? site.host,
    finishedAt: finishedAt.toISOString(),
    pages: site.pages.map(({ facts, status, durationMs, bytes }) => ({
      url: facts.url,
      title: facts.titleTag ?? '',
      status,
      durationMs,
      bytes,
      words: facts.words,
    })),
    skipped: site.skipped,
    technologies: [...new Set(site.pages.flatMap(({ facts }) => facts.technologies))].sort(),
    analysis,
    unquoted: findUnquoted(analysis, site),
    findings: findIssues(site),
    usage,
  }
}
