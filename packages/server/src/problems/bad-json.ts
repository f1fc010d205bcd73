import { ProblemError } from '@pawl/app'
import type { Context } from 'hono'

/**
 * The problem of a route that read its body with `c.req.json()` and got none. A SyntaxError does not tell what was parsed, so the
 * body is tried again: where it is JSON, the fault is the route's own and nobody foresaw it.
 */
export async function badJson(error: unknown, c: Pick<Context, 'req'>): Promise<ProblemError | undefined> {
  if (!(error instanceof SyntaxError) || c.req.method === 'GET' || c.req.method === 'HEAD') return undefined
  const body = await c.req.text().catch(() => undefined)
  if (body === undefined || isJson(body)) return undefined
  const faults = [{ in: 'body' as const, path: '', message: 'this is not JSON' }]
  return new ProblemError(400, 'invalid-request', 'the body of the request is not JSON', { faults, cause: error })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
