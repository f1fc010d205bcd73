import type { Finding } from './finding.ts'
import type { ModelReport } from './model-report.ts'

export type ReportedPage = {
  readonly url: string
  readonly title: string
  readonly status: number
  readonly durationMs: number
  readonly bytes: number
  readonly words: number
}

/** What was asked of which model, and what it cost. */
export type ReportUsage = {
  readonly model: string
  readonly template: string
  readonly version: number
  /** Those that were answered, with whatever. */
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** In US dollars; null where nobody has said what tokens cost. */
  readonly cost: number | null
}

/** A report about a site, as people get it: JSON as it is, and what Markdown and HTML are made from. */
export type Report = {
  readonly url: string
  readonly host: string
  readonly title: string
  /** ISO 8601. */
  readonly finishedAt: string
  readonly pages: readonly ReportedPage[]
  readonly skipped: readonly { readonly url: string; readonly reason: string }[]
  readonly technologies: readonly string[]
  readonly analysis: ModelReport
  /** Evidence that stands on none of the pages: the model has made it up or changed it. */
  readonly unquoted: readonly string[]
  readonly findings: readonly Finding[]
  readonly usage: ReportUsage
}
