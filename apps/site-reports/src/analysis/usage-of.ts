import type { Prompt } from '../prompt/prompt.ts'
import type { ReportUsage } from '../report/report.ts'
import type { PaidCall } from '../sources/model/model-outcome.ts'
import type { Model } from '../sources/model.ts'

/** What calls to a model, at least one, come to. */
export function usageOf(
  { settings: { price } }: Model,
  { template, version }: Prompt,
  calls: readonly PaidCall[],
): ReportUsage {
  const sum = (of: keyof PaidCall['usage']) => calls.reduce((all, { usage }) => all + usage[of], 0)
  const [promptTokens, completionTokens] = [sum('promptTokens'), sum('completionTokens')]
  const cost =
    price === undefined ? null : (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000
  return { model: calls.at(-1)!.model, template, version, calls: calls.length, promptTokens, completionTokens, cost }
}
