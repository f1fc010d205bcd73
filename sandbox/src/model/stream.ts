import type { Completion } from './completion.ts'
import type { ChatRequest } from './read-request.ts'

const pieceLength = 200

/** An answer in pieces, as server-sent events. With `cut` it breaks off in the middle. */
export function streamOf(request: ChatRequest, completion: Completion, cut?: () => void): Response {
  const pieces = [...piecesOf(request, completion)]
  const sent = cut ? pieces.slice(0, Math.ceil(pieces.length / 2)) : [...pieces, '[DONE]']
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = sent[next++]
      if (piece !== undefined) controller.enqueue(Buffer.from(`data: ${piece}\n\n`))
      else if (cut === undefined) controller.close()
      else cut()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

function* piecesOf({ model, includesUsage }: ChatRequest, completion: Completion): Generator<string> {
  const { id, content, refusal, finishReason, promptTokens, completionTokens } = completion
  const chunk = (choices: readonly object[], usage: object | null = null) =>
    JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model,
      choices,
      ...(includesUsage ? { usage } : {}),
    })
  const delta = (delta: object, finish: string | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }])
  yield delta({ role: 'assistant', content: '' })
  if (refusal !== null) yield delta({ refusal })
  for (let at = 0; at < (content ?? '').length; at += pieceLength) {
    yield delta({ content: content!.slice(at, at + pieceLength) })
  }
  yield delta({}, finishReason)
  if (includesUsage) {
    const total = promptTokens + completionTokens
    yield chunk([], { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: total })
  }
}
