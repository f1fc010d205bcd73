import { type AppCommand, ProblemError } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { retryReport } from '../api/retry-report.ts'
import { type StageName, stageNames } from '../report/report-step.ts'
import { changeReport } from './change-report.ts'

export const retryCommand = (parts: ApiOptions): AppCommand => ({
  name: 'retry',
  summary: 'try a report again that has ended',
  args: ['<report>'],
  options: { '--from <stage>': `from ${stageNames.join(', ')}; where it stood unless said otherwise` },
  examples: ['pawl site-reports retry 12 --from model-analysis'],
  run: (context) =>
    changeReport(context, parts, async (api, id) => {
      const { step } = await retryReport(api, id, readStage(context.options.from))
      return `goes on from ${step}`
    }),
})

function readStage(text: string | boolean | undefined): StageName | undefined {
  if (text === undefined) return undefined
  const stage = stageNames.find((name) => name === text)
  if (stage !== undefined) return stage
  throw new ProblemError(400, 'unknown-stage', `--from is one of ${stageNames.join(', ')}; got '${String(text)}'`)
}
