import type { Finding } from './finding.ts'
import type { Report } from './report.ts'

export type ScoreChange = { readonly name: string; readonly before: number; readonly after: number }

/** What has changed between two reports about a site. */
export type Comparison = {
  readonly before: { readonly url: string; readonly finishedAt: string }
  readonly after: { readonly url: string; readonly finishedAt: string }
  readonly scores: readonly ScoreChange[]
  /** Found before and no more; not found before; found in both. */
  readonly fixed: readonly Finding[]
  readonly added: readonly Finding[]
  readonly remaining: readonly Finding[]
  readonly pagesAdded: readonly string[]
  readonly pagesRemoved: readonly string[]
  readonly technologiesAdded: readonly string[]
  readonly technologiesRemoved: readonly string[]
  readonly title: { readonly before: string; readonly after: string } | null
  readonly words: { readonly before: number; readonly after: number }
  /** Scores of another model or another template do not compare well. */
  readonly isSameMeasure: boolean
}

/** Two reports about a site, the older one first. */
export function compareReports(before: Report, after: Report): Comparison {
  const scores = before.analysis.scores
  const rules = (report: Report) => new Set(report.findings.map(({ rule }) => rule))
  const urls = (report: Report) => report.pages.map(({ url }) => url)
  const words = (report: Report) => report.pages.reduce((sum, page) => sum + page.words, 0)
  return {
    before: { url: before.url, finishedAt: before.finishedAt },
    after: { url: after.url, finishedAt: after.finishedAt },
    scores: (Object.keys(scores) as (keyof typeof scores)[]).map((name) => ({
      name,
      before: scores[name].score,
      after: after.analysis.scores[name].score,
    })),
    fixed: before.findings.filter(({ rule }) => !rules(after).has(rule)),
    added: after.findings.filter(({ rule }) => !rules(before).has(rule)),
    remaining: after.findings.filter(({ rule }) => rules(before).has(rule)),
    pagesAdded: without(urls(after), urls(before)),
    pagesRemoved: without(urls(before), urls(after)),
    technologiesAdded: without(after.technologies, before.technologies),
    technologiesRemoved: without(before.technologies, after.technologies),
    title: before.title === after.title ? null : { before: before.title, after: after.title },
    words: { before: words(before), after: words(after) },
    isSameMeasure:
      before.usage.model === after.usage.model &&
      before.usage.template === after.usage.template &&
      before.usage.version === after.usage.version,
  }
}

function without(list: readonly string[], others: readonly string[]): readonly string[] {
  return list.filter((each) => !others.includes(each))
}
