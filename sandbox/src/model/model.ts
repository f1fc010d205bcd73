import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ServiceEnv } from '../http/faults.ts'
import { RequestLog } from '../http/request-log.ts'
import { answerBySchema } from './answer-by-schema.ts'
import { type Completion, completionOf } from './completion.ts'
import { contextError, errorOf, type ModelFault } from './model-faults.ts'
import { type ChatRequest, models, readRequest } from './read-request.ts'
import { streamOf } from './stream.ts'

export type ModelOptions = {
  /** The most tokens of a prompt; 128,000 unless said otherwise. */
  readonly contextTokens?: number
}

/** A call that was answered with a completion, of whatever kind. */
export type ModelCall = {
  readonly model: string
  /** The site that it was about, where its prompt says so. */
  readonly site: string | null
  readonly promptTokens: number
  readonly completionTokens: number
}

/** The stand-in of a service with chat completions. */
export type Model = {
  readonly calls: readonly ModelCall[]
  /** Something is wrong, until `restore` or for so many requests. */
  fault(fault: ModelFault): void
  restore(): void
  readonly current: ModelFault | undefined
  readonly requests: RequestLog
}

/** `/chat/completions` and `/models`, as compatible servers have them below `/v1`. */
export function createModel(
  stopping: AbortSignal,
  { contextTokens = 128_000 }: ModelOptions = {},
): { readonly model: Model; readonly routes: Hono<ServiceEnv> } {
  const calls: ModelCall[] = []
  const requests = new RequestLog()
  let fault: ModelFault | undefined
  let left = 0
  const take = () => {
    const taken = fault
    if (taken !== undefined && --left <= 0) fault = undefined
    return taken
  }
  const routes = new Hono<ServiceEnv>()
    .get('/models', (c) => c.json({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }))
    .post('/chat/completions', async (c) => {
      requests.came()
      const wrong = take()
      const request = await readRequest(c.req.raw)
      const cut = () => void c.env.incoming.socket.destroy()
      const answer = request instanceof Response ? request : await answered(request, wrong, cut)
      requests.answered(answer === 'cut' ? 'cut' : answer.status)
      if (answer !== 'cut') return answer
      cut()
      return c.body(null)
    })

  async function answered(
    request: ChatRequest,
    wrong: ModelFault | undefined,
    cut: () => void,
  ): Promise<Response | 'cut'> {
    if (wrong?.kind === 'slow') await wait(wrong.ms ?? 1_000, undefined, { signal: stopping }).catch(() => {})
    const error = wrong && errorOf(wrong)
    if (error !== undefined) return error
    const completion = completionOf(request, JSON.stringify(answerBySchema(request)), wrong?.kind)
    if (completion.promptTokens > contextTokens) return contextError(contextTokens, completion.promptTokens)
    if (wrong?.kind === 'cut' && !request.streams) return 'cut'
    const { promptTokens, completionTokens } = completion
    calls.push({ model: request.model, site: siteOf(request), promptTokens, completionTokens })
    return request.streams
      ? streamOf(request, completion, wrong?.kind === 'cut' ? cut : undefined)
      : Response.json(bodyOf(request, completion))
  }

  const model: Model = {
    calls,
    requests,
    fault: (given) => {
      fault = given
      left = given.requests ?? Number.POSITIVE_INFINITY
    },
    restore: () => {
      fault = undefined
    },
    get current() {
      return fault
    },
  }
  return { model, routes }
}

function siteOf({ messages }: ChatRequest): string | null {
  const said = messages.map(({ content }) => /\bsite at "([^"]+)"/.exec(content)?.[1])
  return said.find((site) => site !== undefined) ?? null
}

function bodyOf({ model }: ChatRequest, completion: Completion): object {
  const { id, content, refusal, finishReason, promptTokens, completionTokens } = completion
  return {
    id,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal, annotations: [] },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  }
}
