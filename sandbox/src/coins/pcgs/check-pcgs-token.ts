import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import { coinKeys } from '../coin-keys.ts'
import type { Quota } from '../quota.ts'

/** Checks token and quota. @param errorEvery Answers each call of this number with 500. 0: none. */
export function checkPcgsToken(quota: Quota, errorEvery: number): MiddlewareHandler<ServiceEnv> {
  let calls = 0
  return async (c, next) => {
    const [, token] = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (token === coinKeys.pcgsExpired.token) return internalError()
    if (token !== coinKeys.pcgs.token) {
      return Response.json({ Message: 'Authorization has been denied for this request.' }, { status: 401 })
    }
    if (!quota.take()) return Response.json({ Message: 'API calls quota exceeded.' }, { status: 429 })
    if (errorEvery > 0 && ++calls % errorEvery === 0) return internalError()
    await next()
    return
  }
}

function internalError(): Response {
  return Response.json({ Message: 'An error has occurred.' }, { status: 500 })
}
