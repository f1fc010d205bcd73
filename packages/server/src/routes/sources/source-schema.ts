import { z } from '@hono/zod-openapi'
import { instant } from '@pawl/app/api'

export const source = z
  .strictObject({
    name: z.string(),
    state: z.enum(['closed', 'open', 'half-open', 'paused']),
    failureStreak: z.number().int(),
    probeAt: instant.nullable(),
    pausedUntil: z.union([instant, z.literal('for ever')]).nullable(),
    lastSuccessAt: instant.nullable(),
    lastFailureAt: instant.nullable(),
    lastError: z.string().nullable(),
    requests: z.number().int(),
    hits: z.number().int(),
    deferrals: z.number().int(),
    requestsPerMinute: z.number().nullable().openapi({ description: 'null: no limit' }),
    burst: z.number().nullable(),
    tokens: z.number().nullable(),
    quota: z.number().nullable(),
    quotaLeft: z.number().nullable(),
  })
  .openapi('Source')

/** What is left out stays, null takes a limit away. */
export const limitChange = z
  .strictObject({
    requestsPerMinute: z.number().min(0.001).max(1_000_000_000).nullable().optional(),
    burst: z.number().int().min(1).max(2_147_483_647).optional(),
    quota: z.number().int().min(1).max(2_147_483_647).nullable().optional(),
    class: z.string().min(1).max(200).optional(),
  })
  .openapi('LimitChange')
