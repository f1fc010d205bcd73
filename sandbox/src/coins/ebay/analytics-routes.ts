import { Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { QuotaUsage } from '../quota.ts'

type EbayQuotas = { quota(service: 'ebay-browse' | 'ebay-insights'): QuotaUsage }

/** How much of its quotas the key has left. Asking uses none of them. */
export function analyticsRoutes({ quota }: EbayQuotas): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().get('/rate_limit/', (c) => {
    const { api_context: context = 'buy', api_name: name } = c.req.query()
    const limits = [
      limitOf('browse', 'v1', 'buy.browse', quota('ebay-browse')),
      limitOf('marketplace_insights', 'v1_beta', 'buy.marketplace.insights', quota('ebay-insights')),
    ].filter(({ apiContext, apiName }) => apiContext === context.toLowerCase() && (name ?? apiName) === apiName)
    return limits.length === 0 ? c.body(null, 204) : c.json({ rateLimits: limits })
  })
}

function limitOf(apiName: string, apiVersion: string, resource: string, usage: QuotaUsage) {
  const { limit, used, resetsAt } = usage
  const rate = { limit, remaining: limit - used, reset: new Date(resetsAt).toISOString(), timeWindow: 86_400 }
  return { apiContext: 'buy', apiName, apiVersion, resources: [{ name: resource, rates: [rate] }] }
}
