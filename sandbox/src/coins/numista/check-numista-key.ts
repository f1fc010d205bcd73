import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import { coinKeys } from '../coin-keys.ts'
import type { Quota } from '../quota.ts'
import { numistaError } from './numista-routes.ts'

export function checkNumistaKey(quota: Quota): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    if (c.req.header('numista-api-key') !== coinKeys.numista.apiKey) return numistaError(401, 'Invalid API key')
    if (!quota.take()) return numistaError(429, 'Monthly quota exceeded')
    await next()
    return
  }
}
