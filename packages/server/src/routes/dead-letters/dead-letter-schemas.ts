import { z } from '@hono/zod-openapi'
import { instant } from '@pawl/app/api'
import { attempt } from '../jobs/job-schemas.ts'
import { anything, jobId } from '../shared/schemas.ts'

export const deadReason = z.enum(['permanent', 'exhausted', 'poison', 'expired', 'dependency'])

export const deadLetter = z
  .strictObject({
    id: jobId,
    queue: z.string(),
    type: z.string(),
    version: z.number().int(),
    reason: deadReason,
    error: anything,
    diedAt: instant,
    failures: z.number().int(),
    crashes: z.number().int(),
    deferrals: z.number().int(),
    createdAt: instant,
  })
  .openapi('DeadLetter')

export const deadLetterDetail = z
  .strictObject({
    ...deadLetter.shape,
    body: anything,
    maxAttempts: z.number().int(),
    endedAt: instant.nullable(),
    endedAs: z.enum(['replayed', 'discarded']).nullable(),
    replayedAs: jobId.nullable(),
    replays: jobId.nullable(),
    attempts: z.array(attempt),
  })
  .openapi('DeadLetterDetail')
