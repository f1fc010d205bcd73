import { setImmediate } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import { nextRequest, type OutgoingRequest } from '../source/redirect.ts'
import { type Answer, answerOf, type Hop } from './answer.ts'
import { type CheckedRequest, checkUrl } from './check-request.ts'
import { HttpError } from './errors.ts'
import { readBody } from './read-body.ts'
import { translateError } from './translate-error.ts'

const redirects = new Set([301, 302, 303, 307, 308])

/** What is read of a redirect's body so that its connection can be used again. */
const maxRedirectBytes = 64 * 1024

/** The agent that checks and keeps the connections for a URL. */
export type AgentFor = (url: URL) => Agent

/** Sends a request and follows its redirects. The agent of each hop checks its connection. */
export async function followRedirects(
  agentFor: AgentFor,
  checked: CheckedRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const hops: Hop[] = []
  let request: OutgoingRequest = {
    method: checked.method,
    url: checked.url.href,
    headers: checked.headers,
    hasBody: checked.body !== undefined,
  }
  for (;;) {
    const { method, url } = request
    const where = `${method} ${new URL(url).origin}`
    const startedAt = performance.now()
    const response = await send(agentFor, request, checked.body, signal).catch((error) => {
      throw translateError(error, where)
    })
    const { statusCode: status } = response
    // an error nobody listens to would end the process
    response.body.on('error', () => {})
    try {
      if (!checked.follows || !redirects.has(status)) {
        const { maxBytes, onPiece } = checked
        const { body, bytes } = await readBody(response, { method, maxBytes, where, onPiece })
        const durationMs = performance.now() - startedAt
        return answerOf({ status, headers: headersOf(response), body, bytes, url, hops, durationMs })
      }
      request = redirected(request, response, checked, hops.length)
      hops.push({ status, url })
      await response.body.dump({ limit: maxRedirectBytes, signal })
    } finally {
      await release(response)
    }
    await checked.onRedirect?.()
  }
}

function redirected(
  request: OutgoingRequest,
  { statusCode, headers }: Dispatcher.ResponseData,
  { maxRedirects, secretHeaders }: CheckedRequest,
  hopsSoFar: number,
): OutgoingRequest {
  const where = `${request.method} ${new URL(request.url).origin}`
  if (hopsSoFar >= maxRedirects) {
    throw new HttpError('too-many-redirects', `${where}: redirects again, and ${maxRedirects} redirects are the most`)
  }
  const decision = nextRequest(request, statusCode, locationOf(headers), { secretHeaders })
  if (decision.kind === 'refused') {
    throw new HttpError('redirect-refused', `${where}: its redirect is not followed: ${decision.reason}`)
  }
  return { ...decision.request, url: checkUrl(decision.request.url).href }
}

/** Hangs up when the body was not read to its end. */
async function release({ body }: Dispatcher.ResponseData): Promise<void> {
  if (!body.readableEnded) body.destroy()
  // undici takes that long to put a connection back: a request that follows at once would open another one
  await setImmediate()
}

async function send(
  agentFor: AgentFor,
  { method, url, headers, hasBody }: OutgoingRequest,
  body: string | Uint8Array | undefined,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const parsed = new URL(url)
  const { origin, pathname, search } = parsed
  return await agentFor(parsed).request({
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: hasBody && body !== undefined ? body : null,
    signal,
  })
}

/** Services send UTF-8 in it, and undici reads each byte as one character. */
function locationOf({ location }: Dispatcher.ResponseData['headers']): string | undefined {
  const first = Array.isArray(location) ? location[0] : location
  return first === undefined ? undefined : Buffer.from(first, 'latin1').toString()
}

function headersOf(response: Dispatcher.ResponseData): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return headers
}
