import { type StageDefinition, stage } from 'pawl'
import type { SiteFacts } from '../page/site-facts.ts'
import type { Prompt } from '../prompt/prompt.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report } from '../report/report.ts'
import type { Model } from '../sources/model.ts'
import { keepContent } from '../tables/report-contents.ts'
import { completeReport, spendOnReport } from '../tables/report-progress.ts'
import { analyse } from './analyse.ts'
import { type ReportInput, recorded } from './recorded.ts'
import { reportOfItem } from './report-item.ts'
import type { StageLimits } from './stage-limits.ts'

/** Asks the model, and makes the report out of what it says and what was found without it. */
export function modelAnalysis(model: Model | undefined, limits: StageLimits): StageDefinition<ReportInput> {
  return stage<ReportInput, Report>('model-analysis', {
    ...limits,
    priority: 6,
    maxResultBytes: 1024 * 1024,
    ...(model === undefined ? {} : { source: model.definition.name }),
    run: recorded(async ({ results }, job, spent): Promise<Report> => {
      const site = results['website-analysis'] as SiteFacts
      const analysis = await analyse(model, results['prompt-forming'] as Prompt, job, (usage) => {
        spent.usage = usage
      })
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
