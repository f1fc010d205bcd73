import type { StageJob } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import type { Prompt } from '../prompt/prompt.ts'
import type { ModelReport } from '../report/model-report.ts'
import type { ReportUsage } from '../report/report.ts'
import type { ModelMessage, ModelOutcome } from '../sources/model/model-outcome.ts'
import type { Model } from '../sources/model.ts'
import { readAnalysis } from './read-analysis.ts'

type Answer = Extract<ModelOutcome, { readonly kind: 'answered' | 'length' }>

/**
 * Asks the model for its judgement. Each answer is kept as soon as it is there: an attempt that comes after a crash does not pay for it
 * again. An answer that does not fit gets one chance to be mended, one that was cut off another one of twice the length.
 */
export async function analyse(
  model: Model | undefined,
  prompt: Prompt,
  job: StageJob,
): Promise<{ readonly analysis: ModelReport; readonly usage: ReportUsage }> {
  if (model === undefined) {
    throw new ReportFailure(
      'model-missing',
      'there is no model to ask: set OPENAI_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY, and try again from model-analysis',
    )
  }
  const answers: Answer[] = []
  const ask = async (name: string, messages: readonly ModelMessage[], maxTokens: number): Promise<Answer> => {
    const onBytes = (bytes: number) => job.progress({ asked: name, bytes })
    const outcome = await job.step(name, () =>
      model.ask((url, options) => job.fetch(url, options), { messages, maxTokens, onBytes }),
    )
    if (outcome.kind === 'fault') throw new ReportFailure(outcome.code, outcome.message)
    answers.push(outcome)
    return outcome
  }
  const { maxTokens } = model.settings
  const first = await ask('ask', prompt.messages, maxTokens)
  const answer = first.kind === 'length' ? await ask('ask for more', prompt.messages, 2 * maxTokens) : first
  if (answer.kind === 'length') throw tooLong(2 * maxTokens)
  const read = readAnalysis(answer.text)
  if (read.isRead) return { analysis: read.analysis, usage: usageOf(model, prompt, answers) }
  const mended = await ask('mend', [...prompt.messages, ...mending(answer.text, read.reason)], 2 * maxTokens)
  const again = readAnalysis(mended.text)
  if (again.isRead) return { analysis: again.analysis, usage: usageOf(model, prompt, answers) }
  throw new ReportFailure('model-invalid-answer', `the answer of the model does not fit, twice: ${again.reason}`)
}

function tooLong(tokens: number): ReportFailure {
  return new ReportFailure('model-length', `the answer of the model is longer than ${tokens} tokens; raise maxTokens`)
}

function mending(text: string, reason: string): readonly ModelMessage[] {
  const task = `Your answer cannot be read: ${reason}\n\nWrite the whole report again as one JSON object that fits the schema, and nothing else.`
  return [
    { role: 'assistant', content: text },
    { role: 'user', content: task },
  ]
}

function usageOf({ settings: { price } }: Model, { template, version }: Prompt, answers: readonly Answer[]) {
  const sum = (of: keyof Answer['usage']) => answers.reduce((all, { usage }) => all + usage[of], 0)
  const [promptTokens, completionTokens] = [sum('promptTokens'), sum('completionTokens')]
  const cost =
    price === undefined ? null : (promptTokens * price.prompt + completionTokens * price.completion) / 1_000_000
  return { model: answers.at(-1)!.model, template, version, promptTokens, completionTokens, cost }
}
