import { createHash } from 'node:crypto'
import type { ModelFaultKind } from './model-faults.ts'
import type { ChatRequest } from './read-request.ts'

/** An answer of a model, before it is written as one body or as many pieces. */
export type Completion = {
  readonly id: string
  readonly content: string | null
  readonly refusal: string | null
  readonly finishReason: 'stop' | 'length' | 'content_filter'
  readonly promptTokens: number
  readonly completionTokens: number
}

export const tokensOf = (text: string) => Math.ceil(text.length / 4)

export function completionOf(request: ChatRequest, answer: string, wrong: ModelFaultKind | undefined): Completion {
  const prompt = request.messages.map(({ content }) => content).join('\n')
  const parts = partsOf(answer, wrong)
  const most = request.maxTokens * 4
  const isCut = parts.content !== null && parts.content.length > most
  const content = isCut ? parts.content!.slice(0, most) : parts.content
  return {
    id: `chatcmpl-${createHash('sha256').update(prompt).digest('hex').slice(0, 24)}`,
    content,
    refusal: parts.refusal ?? null,
    finishReason: isCut ? 'length' : (parts.finishReason ?? 'stop'),
    promptTokens: tokensOf(prompt),
    completionTokens: tokensOf(content ?? parts.refusal ?? ''),
  }
}

type Parts = { readonly content: string | null } & Partial<Pick<Completion, 'refusal' | 'finishReason'>>

function partsOf(answer: string, wrong: ModelFaultKind | undefined): Parts {
  switch (wrong) {
    case 'length':
      return { content: answer.slice(0, Math.ceil(answer.length / 2)), finishReason: 'length' }
    case 'refusal':
      return { content: null, refusal: "I'm sorry, but I can't help with that." }
    case 'content_filter':
      return { content: '', finishReason: 'content_filter' }
    case 'bad_json':
      return { content: 'Here is the report that you asked for: it is a nice site.' }
    case 'wrong_schema':
      return { content: '{"summary":"A site","rating":"good"}' }
    case 'fenced_json':
      return { content: `\`\`\`json\n${answer}\n\`\`\`` }
    case 'empty':
      return { content: null }
    default:
      return { content: answer }
  }
}
