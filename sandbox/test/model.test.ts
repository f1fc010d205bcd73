import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModelFaultKind, type Sandbox, startSandbox } from '../src/index.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, model: { contextTokens: 2_000 } })
})
afterEach(() => sandbox.model.restore())
afterAll(() => sandbox.stop())

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['summary', 'points', 'score', 'effort'],
  properties: {
    summary: { type: 'string' },
    points: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['evidence', 'page'],
        properties: { evidence: { type: 'string' }, page: { type: 'string' } },
      },
    },
    score: { type: 'integer' },
    effort: { enum: ['low', 'high'] },
  },
}
const prompt = `The site at "https://a.example/":
<page_data url="https://a.example/">
title: A
text:
The first sentence is here. The second one is here too.
</page_data>`

type Answer = {
  readonly choices: { message: { content: string | null; refusal: string | null }; finish_reason: string }[]
  readonly usage: Record<string, number>
  readonly error: { code: string | null; type: string }
}

async function ask(
  more: object = {},
  content = prompt,
  headers: Record<string, string> = { authorization: 'Bearer key' },
) {
  const answer = await fetch(`${sandbox.urls.siteReports.model}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'made-up-large',
      messages: [{ role: 'user', content }],
      response_format: { type: 'json_schema', json_schema: { name: 'report', strict: true, schema } },
      ...more,
    }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const json = ({ body }: { readonly body: string }) => JSON.parse(body) as Answer
const content = (answer: { readonly body: string }) => json(answer).choices[0]!.message.content

describe('the stand-in of a model', () => {
  it('fills in the schema, always in the same way, with quotes from the pages', async () => {
    const first = await ask()
    expect(await ask()).toMatchObject({ body: first.body })
    const { points, score, effort } = JSON.parse(content(first)!)
    for (const { evidence, page } of points)
      expect([prompt.includes(evidence), page]).toEqual([true, 'https://a.example/'])
    expect([Number.isInteger(score), ['low', 'high'].includes(effort)]).toEqual([true, true])
    const { usage, choices } = json(first)
    expect(choices[0]!.finish_reason).toBe('stop')
    expect(usage.total_tokens).toBe(usage.prompt_tokens! + usage.completion_tokens!)
    expect(sandbox.model.calls.at(-1)).toMatchObject({ site: 'https://a.example/', promptTokens: usage.prompt_tokens })
  })

  it('streams the same answer in pieces, with its usage where that is asked for', async () => {
    const { body, headers } = await ask({ stream: true, stream_options: { include_usage: true } })
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = body.split('\n\n').filter((event) => event !== '')
    expect(events.at(-1)).toBe('data: [DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice(6)))
    const streamed = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(streamed).toBe(content(await ask()))
    expect(chunks.at(-1).usage.total_tokens).toBeGreaterThan(0)
  })

  it.each([
    ['no key', {}, prompt, {}, 401, null],
    ['another model', { model: 'gpt-0' }, prompt, undefined, 404, 'model_not_found'],
    ['no messages', { messages: [] }, prompt, undefined, 400, null],
    ['a role that nobody has', { messages: [{ role: 'king', content: 'x' }] }, prompt, undefined, 400, null],
    ['too long a prompt', {}, 'x'.repeat(9_000), undefined, 400, 'context_length_exceeded'],
    [
      'a schema that is open',
      {
        response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema: { type: 'object' } } },
      },
      prompt,
      undefined,
      400,
      null,
    ],
  ])('refuses %s as the service does', async (_, more, text, headers, status, code) => {
    const answer = await ask(more, text, headers)
    expect([answer.status, json(answer).error.code]).toEqual([status, code])
  })

  it('cuts its answer where the tokens end', async () => {
    const [choice] = json(await ask({ max_completion_tokens: 10 })).choices
    expect([choice!.finish_reason, choice!.message.content!.length]).toEqual(['length', 40])
  })
})

describe('on request', () => {
  it.each<[ModelFaultKind, number, object]>([
    ['insufficient_quota', 429, { code: 'insufficient_quota' }],
    ['rate_limit', 429, { code: 'rate_limit_exceeded' }],
    ['context_length', 400, { code: 'context_length_exceeded' }],
    ['invalid_key', 401, { code: 'invalid_api_key' }],
    ['model_not_found', 404, { code: 'model_not_found' }],
    ['error', 500, { type: 'server_error' }],
    ['overloaded', 503, { type: 'server_error' }],
  ])('%s is answered with %i', async (kind, status, error) => {
    sandbox.model.fault({ kind, requests: 1 })
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(json(answer).error).toMatchObject(error)
    expect(answer.headers.get('retry-after')).toBe(kind === 'rate_limit' ? '1' : null)
    expect((await ask()).status).toBe(200)
  })

  it.each<[ModelFaultKind, string, RegExp | null]>([
    ['length', 'length', /^\{"summary/],
    ['refusal', 'stop', null],
    ['content_filter', 'content_filter', /^$/],
    ['bad_json', 'stop', /^Here is/],
    ['wrong_schema', 'stop', /"rating"/],
    ['fenced_json', 'stop', /^```json\n\{.*\}\n```$/s],
    ['empty', 'stop', null],
    ['slow', 'stop', /^\{"summary/],
  ])('%s ends with %s', async (kind, finish, expected) => {
    sandbox.model.fault({ kind, ms: 1 })
    const [choice] = json(await ask()).choices
    expect(choice!.finish_reason).toBe(finish)
    expect(choice!.message.refusal === null).toBe(kind !== 'refusal')
    if (expected === null) expect(choice!.message.content).toBeNull()
    else expect(choice!.message.content).toMatch(expected)
  })

  it('the connection breaks off, at once or in the middle of a stream', async () => {
    await fetch(`${sandbox.origin}/control/faults/model`, { method: 'POST', body: '{"kind":"cut","requests":2}' })
    await expect(ask()).rejects.toThrow()
    await expect(ask({ stream: true })).rejects.toThrow()
    expect((await ask()).status).toBe(200)
  })
})
