import type { FetchAnswer, FetchOptions } from 'pawl'
import type { Ask } from '../../src/sources/coin-source.ts'

export type Reply = { readonly status?: number; readonly json?: unknown; readonly text?: string }
export type Asked = { readonly url: URL; readonly options: FetchOptions }

/** Answers requests one after the other, and remembers what was asked. */
export function scriptedAsk(...replies: readonly Reply[]) {
  const asked: Asked[] = []
  const ask: Ask = async (url, options = {}) => {
    asked.push({ url: new URL(url), options })
    const reply = replies[asked.length - 1]
    if (reply === undefined) throw new Error(`no reply is left for ${url}`)
    return answerOf(String(url), reply)
  }
  return { ask, asked }
}

function answerOf(url: string, { status = 200, json, text = JSON.stringify(json) ?? '' }: Reply): FetchAnswer {
  const body = Buffer.from(text)
  return {
    ...{ status, url, body, bytes: body.length, hops: [], cached: 'no', durationMs: 1 },
    headers: new Headers({ 'content-type': 'application/json' }),
    text: () => text,
    json: () => JSON.parse(text),
  }
}

export async function allPages<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}
