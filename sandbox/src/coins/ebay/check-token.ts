import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { Quota } from '../quota.ts'
import { ebayError, errorAnswer, tooManyRequests } from './ebay-error.ts'
import type { EbayToken, EbayTokens } from './ebay-tokens.ts'

export type TokenCheck = {
  readonly tokens: EbayTokens
  readonly quota: Pick<Quota, 'take'>
  /** Why this token has no access. Undefined: it has. */
  readonly whyForbidden?: (token: EbayToken) => Response | undefined
}

/** Checks the token, then its access, then the quota of the key: what is refused before uses none of it. */
export function checkToken({ tokens, quota, whyForbidden }: TokenCheck): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const [, bearer] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (bearer === undefined) return unauthorised(1002, 'Missing access token')
    const token = tokens.read(bearer)
    if (token === undefined) return unauthorised(1001, 'Invalid access token')
    const forbidden = whyForbidden?.(token)
    if (forbidden !== undefined) return forbidden
    if (!quota.take()) return tooManyRequests()
    await next()
    return
  }
}

function unauthorised(errorId: number, message: string): Response {
  return errorAnswer(401, ebayError(errorId, message, { domain: 'OAuth' }))
}
