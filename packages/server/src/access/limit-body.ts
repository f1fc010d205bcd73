import { createMiddleware } from 'hono/factory'
import { ProblemError } from '../problems/problem-error.ts'
import type { ServerEnv } from '../server-env.ts'

/**
 * Answers 413 to a request that is too large. One that says its length is believed, as HTTP ends it there; one that does not is
 * read here, up to the limit. (Hono's own makes a new Request of it, which those of the Node listener do not bear.)
 */
export function limitBody(maxBytes: number) {
  return createMiddleware<ServerEnv>(async (c, next) => {
    const { raw, method } = c.req
    if (method === 'GET' || method === 'HEAD' || raw.body === null) return next()
    const length = raw.headers.get('content-length')
    // Hono keeps promises here, whatever its types say
    if (length === null) c.req.bodyCache.arrayBuffer = Promise.resolve(await readUpTo(raw.body, maxBytes)) as never
    else if (!(Number(length) <= maxBytes)) throw tooLarge(maxBytes)
    await next()
  })
}

async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      reader.cancel().catch(() => {})
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole.buffer
}

function tooLarge(maxBytes: number): ProblemError {
  const detail = `the request is larger than this server takes, which is ${maxBytes} bytes`
  return new ProblemError(413, 'request-too-large', detail)
}
