import { ProblemError } from '@pawl/app'
import { createMiddleware } from 'hono/factory'
import type { ServerEnv } from '../server-env.ts'

const escaped = /(?:%[0-9a-f]{2})+/gi

/** Refuses what would be read as something else than was sent: compressed bodies, and addresses that are not UTF-8. */
export const checkEncoding = createMiddleware<ServerEnv>(async (c, next) => {
  const encoding = c.req.raw.headers.get('content-encoding')?.trim().toLowerCase()
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    const detail = 'this server takes no compressed bodies; send the request without Content-Encoding'
    throw new ProblemError(415, 'encoded-body', detail, { headers: { 'Accept-Encoding': 'identity' } })
  }
  for (const [part] of c.req.raw.url.matchAll(escaped)) if (!isUtf8(part)) throw notUtf8('query', 'the address')
  await next()
})

function isUtf8(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

export function notUtf8(place: 'query' | 'body', what: string): ProblemError {
  return new ProblemError(400, 'not-utf8', `${what} of the request is not UTF-8; send it in UTF-8`, {
    faults: [{ in: place, path: '', message: 'this is not UTF-8' }],
  })
}
