import { type StageDefinition, stage } from 'pawl'
import { analyse } from '../analysis/analyse.ts'
import type { SiteFacts } from '../page/site-facts.ts'
import type { Prompt } from '../prompt/prompt.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report, ReportUsage } from '../report/report.ts'
import { reportOfItem } from '../report/report-item.ts'
import { type ReportInput, type RetryRule, recorded } from '../retry/recorded.ts'
import type { StageLimits } from '../retry/stage-limits.ts'
import { unlessFailing } from '../retry/unless-failing.ts'
import type { Model } from '../sources/model.ts'
import { keepContent } from '../tables/report-contents.ts'
import { completeReport, spendOnReport } from '../tables/report-progress.ts'

/** Asks the model, and makes the report out of what it says and what was found without it. */
export function modelAnalysis(
  model: Model | undefined,
  limits: StageLimits,
  rule: RetryRule,
): StageDefinition<ReportInput> {
  return stage<ReportInput, Report>('model-analysis', {
    ...limits,
    priority: 6,
    maxResultBytes: 1024 * 1024,
    ...(model === undefined ? {} : { source: model.definition.name }),
    run: recorded(rule, async ({ item, results }, job, spent): Promise<Report> => {
      const prompt = results['prompt-forming'] as Prompt
      const onPaid = (usage: ReportUsage) => {
        spent.usage = usage
      }
      const analysis = await unlessFailing(reportOfItem(item), job, () => analyse(model, prompt, job, onPaid))
      const site = results['website-analysis'] as SiteFacts
      return makeReport(site, analysis, { usage: spent.usage!, finishedAt: new Date() })
    }),
    async write(tx, report, { item }) {
      const id = reportOfItem(item)
      await completeReport(tx, id)
      await spendOnReport(tx, id, report.usage)
      await keepContent(tx, id, report)
    },
  })
}
