import { defineStages, type StagesDefinition } from 'pawl'
import { z } from 'zod'
import type { SiteReportsSettings } from '../options.ts'
import { reportOfItem } from '../report/report-item.ts'
import type { ReportInput } from '../retry/recorded.ts'
import { retryRule, stageLimits } from '../retry/stage-limits.ts'
import type { Model } from '../sources/model.ts'
import { liveReport } from '../tables/report-progress.ts'
import { modelAnalysis } from './model-analysis.ts'
import { promptForming } from './prompt-forming.ts'
import { websiteAnalysis } from './website-analysis.ts'

export type ReportStages = StagesDefinition<ReportInput>

/** The way of a report: what the site says, what the model is asked, what it answers. */
export function reportStages(settings: SiteReportsSettings, model: Model | undefined): ReportStages {
  const limits = stageLimits(settings, true)
  const later = stageLimits(settings, false)
  const rule = retryRule(settings)
  return defineStages(
    'site-report',
    [websiteAnalysis(settings, limits, rule), promptForming(settings, later, rule), modelAnalysis(model, later, rule)],
    {
      input: z.object({ address: z.url() }),
      // one that was cancelled or deleted ends quietly, wherever it is
      version: (tx, item) => liveReport(tx, reportOfItem(item)),
    },
  )
}
