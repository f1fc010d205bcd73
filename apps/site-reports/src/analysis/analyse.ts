import type { StageJob } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import type { Prompt } from '../prompt/prompt.ts'
import type { ModelReport } from '../report/model-report.ts'
import type { ReportUsage } from '../report/report.ts'
import type { ModelMessage, ModelOutcome, PaidCall } from '../sources/model/model-outcome.ts'
import type { Model } from '../sources/model.ts'
import { readAnalysis } from './read-analysis.ts'
import { usageOf } from './usage-of.ts'

type Answer = Extract<ModelOutcome, { readonly kind: 'answered' | 'length' }>

/**
 * Asks the model for its judgement. Each answer is kept as soon as it is there: an attempt that comes after a crash does not pay for it
 * again. An answer that does not fit gets one chance to be mended, one that was cut off another one of twice the length. `onPaid` is told
 * what all of them came to so far, whatever comes after.
 */
export async function analyse(
  model: Model | undefined,
  prompt: Prompt,
  job: StageJob,
  onPaid: (usage: ReportUsage) => void,
): Promise<ModelReport> {
  if (model === undefined) {
    throw new ReportFailure(
      'model-missing',
      'there is no model to ask: set OPENAI_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY, and try again from model-analysis',
    )
  }
  const paid: PaidCall[] = []
  const ask = async (name: string, messages: readonly ModelMessage[], maxTokens: number): Promise<Answer> => {
    const onBytes = (bytes: number) => job.progress({ asked: name, bytes })
    const outcome = await job.step(name, () =>
      model.ask((url, options) => job.fetch(url, options), { messages, maxTokens, onBytes }),
    )
    const call = outcome.kind === 'fault' ? outcome.paid : outcome
    if (call !== undefined) {
      paid.push(call)
      onPaid(usageOf(model, prompt, paid))
    }
    if (outcome.kind === 'fault') throw new ReportFailure(outcome.code, outcome.message)
    return outcome
  }
  const { maxTokens } = model.settings
  const first = await ask('ask', prompt.messages, maxTokens)
  const answer = first.kind === 'length' ? await ask('ask for more', prompt.messages, 2 * maxTokens) : first
  if (answer.kind === 'length') throw tooLong(2 * maxTokens)
  const read = readAnalysis(answer.text)
  if (read.isRead) return read.analysis
  const mended = await ask('mend', [...prompt.messages, ...mending(answer.text, read.reason)], 2 * maxTokens)
  const again = readAnalysis(mended.text)
  if (again.isRead) return again.analysis
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
