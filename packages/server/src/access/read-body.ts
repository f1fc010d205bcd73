import { isUtf8 } from 'node:buffer'
import { ProblemError } from '@pawl/app'
import { createMiddleware } from 'hono/factory'
import type { ServerEnv } from '../server-env.ts'
import { notUtf8 } from './check-encoding.ts'

export type BodyLimits = { readonly maxBodyBytes: number; readonly bodyTimeoutMs: number }

/** Bodies of these types are texts. */
const texts = /^(text\/|application\/(json|x-www-form-urlencoded|[\w.-]+\+json)\b)/i

/**
 * Reads the body of a request within limits: 413 for one that is too large, 408 for one that does not come in time, 400 for a text
 * that is not UTF-8. (Hono's own limit makes a new Request of it, which those of the Node listener do not bear.)
 */
export function readBody({ maxBodyBytes, bodyTimeoutMs }: BodyLimits) {
  return createMiddleware<ServerEnv>(async (c, next) => {
    const { raw, method } = c.req
    if (method === 'GET' || method === 'HEAD' || raw.body === null) return next()
    const length = raw.headers.get('content-length')
    if (length !== null && !(Number(length) <= maxBodyBytes)) throw tooLarge(maxBodyBytes)
    const body = await inTime(raw.body, (reader) => readUpTo(reader, maxBodyBytes), bodyTimeoutMs)
    if (texts.test(raw.headers.get('content-type') ?? '') && !isUtf8(body)) throw notUtf8('body', 'the body')
    // Hono keeps promises here, whatever its types say
    c.req.bodyCache.arrayBuffer = Promise.resolve(body) as never
    await next()
  })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function inTime<T>(
  stream: ReadableStream<Uint8Array>,
  read: (reader: Reader) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const reader = stream.getReader()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs)
  })
  try {
    return await Promise.race([read(reader), late])
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function readUpTo(reader: Reader, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
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

function tooSlow(timeoutMs: number): ProblemError {
  const detail = `the body of the request did not come within ${timeoutMs} ms`
  // what is left of it must not be read as the next request
  return new ProblemError(408, 'request-timeout', detail, { headers: { Connection: 'close' } })
}
