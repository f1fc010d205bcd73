import { type StageDefinition, stage } from 'pawl'
import type { SiteReportsSettings } from '../options.ts'
import type { SiteFacts } from '../page/site-facts.ts'
import { formPrompt } from '../prompt/form-prompt.ts'
import type { Prompt } from '../prompt/prompt.ts'
import { reportOfItem } from '../report/report-item.ts'
import { type ReportInput, type RetryRule, recorded } from '../retry/recorded.ts'
import type { StageLimits } from '../retry/stage-limits.ts'
import { keepPrompt } from '../tables/report-contents.ts'
import { moveReport } from '../tables/report-progress.ts'

/** Makes what a model is asked out of what was read, and keeps it: with it the report can be made again. */
export function promptForming(
  { promptTokens }: SiteReportsSettings,
  limits: StageLimits,
  rule: RetryRule,
): StageDefinition<ReportInput> {
  return stage<ReportInput, Prompt>('prompt-forming', {
    ...limits,
    priority: 5,
    maxResultBytes: 4 * 1024 * 1024,
    run: recorded(rule, async ({ results }) => formPrompt(results['website-analysis'] as SiteFacts, promptTokens)),
    async write(tx, prompt, { item }) {
      const id = reportOfItem(item)
      await moveReport(tx, id, 'model-analysis')
      await keepPrompt(tx, id, prompt)
    },
  })
}
