import { estimateTokens } from '../../prompt/estimate-tokens.ts'
import type { ModelFault, ModelMessage, ModelOutcome } from './model-outcome.ts'
import { storable } from './storable.ts'

type Part = { readonly content?: string | null; readonly refusal?: string | null }
/** A piece of a stream, or the whole answer of a server that does not stream. */
export type CompletionChunk = {
  readonly model?: string
  readonly choices?: readonly {
    readonly delta?: Part
    readonly message?: Part
    readonly finish_reason?: string | null
  }[]
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null
}

/** Undefined: the stream broke off before it said how it ended. */
export async function readCompletion(
  chunks: AsyncIterable<CompletionChunk>,
  asked: { readonly model: string; readonly messages: readonly ModelMessage[] },
): Promise<ModelOutcome | undefined> {
  let [text, refusal, finish, model] = ['', '', '', asked.model]
  let usage: CompletionChunk['usage']
  for await (const chunk of chunks) {
    usage = chunk.usage ?? usage
    model = chunk.model || model
    const [choice] = chunk.choices ?? []
    const part = choice?.delta ?? choice?.message
    text += part?.content ?? ''
    refusal += part?.refusal ?? ''
    finish = choice?.finish_reason ?? finish
  }
  // pieces may part a character: only the whole says what is half of one
  text = storable(text)
  refusal = storable(refusal)
  const paid = { model: storable(model), usage: usageOf(usage, asked.messages, text + refusal) }
  const fault = (code: ModelFault, message: string): ModelOutcome => ({ kind: 'fault', code, message, paid })
  if (refusal !== '') return fault('model-refusal', `the model refuses: ${refusal.slice(0, 500)}`)
  if (finish === 'content_filter')
    return fault('model-content-filter', 'the filter of the model has stopped its answer')
  if (finish === '') return undefined
  if (finish !== 'length' && text.trim() === '') {
    return fault('model-empty-answer', `the model said nothing, and ended with '${finish}'`)
  }
  return { kind: finish === 'length' ? 'length' : 'answered', text, ...paid }
}

/** Servers that do not count are counted for. */
function usageOf(usage: CompletionChunk['usage'], messages: readonly ModelMessage[], text: string) {
  const asked = () => messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return {
    promptTokens: usage?.prompt_tokens ?? asked(),
    completionTokens: usage?.completion_tokens ?? estimateTokens(text),
  }
}
