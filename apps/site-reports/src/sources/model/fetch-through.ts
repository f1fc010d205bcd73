import type { FetchAnswer, FetchOptions } from 'pawl'
import type { Ask } from '../site-options.ts'

/** Set by the engine's own client. */
const ownHeaders = ['user-agent', 'content-length', 'host', 'connection', 'accept-encoding', 'transfer-encoding']

export type FetchThrough = {
  readonly fetch: typeof fetch
  /** What `ask` threw, which the SDK wraps. */
  readonly thrown: () => unknown
}

/** `fetch` for an SDK, through `job.fetch`: so that limits, circuit, budget and record of the source hold. */
export function fetchThrough(ask: Ask, options: FetchOptions & { readonly sendsKey: boolean }): FetchThrough {
  const { sendsKey, ...own } = options
  let thrown: unknown
  const through: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    for (const name of ownHeaders) headers.delete(name)
    if (!sendsKey) headers.delete('authorization')
    try {
      const answer = await ask(String(input instanceof Request ? input.url : input), {
        ...own,
        method: init.method ?? 'POST',
        headers: Object.fromEntries(headers),
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
      })
      return responseOf(answer)
    } catch (error) {
      thrown = error
      throw error
    }
  }
  return { fetch: through, thrown: () => thrown }
}

/** A server that does not stream answers in one piece: as a stream of that piece it is read like any other. */
function responseOf({ status, headers, body, text }: FetchAnswer): Response {
  if (status === 200 && headers.get('content-type')?.includes('application/json') === true) {
    const line = text().replaceAll(/\r?\n/g, ' ')
    return new Response(`data: ${line}\n\ndata: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
  }
  return new Response(Uint8Array.from(body), { status, headers: withoutEncoding(headers) })
}

/** It is decompressed already. */
function withoutEncoding(headers: Headers): Headers {
  const plain = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) plain.delete(name)
  return plain
}
