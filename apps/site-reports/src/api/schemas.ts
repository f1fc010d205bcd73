import { instant, z } from '@pawl/app/api'
import { stageNames } from '../report/report-step.ts'
import { reportStatuses } from '../tables/reports.ts'

/** PostgreSQL holds no NUL and no half of a surrogate pair. */
export const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => !/[\0\ud800-\udfff]/u.test(value), 'expected a text without NUL and halves of characters')
export const address = text(2_000).openapi({ example: 'https://example.org/' })
export const stage = z.enum(stageNames)
export const status = z.enum(reportStatuses)

export const usage = z.strictObject({
  model: z.string(),
  calls: z.number().int().openapi({ description: 'those that were answered, with whatever' }),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  cost: z.number().nullable().openapi({ description: 'in US dollars; null where nobody said what tokens cost' }),
})

const listed = {
  id: z.number().int(),
  url: z.string().openapi({ description: 'as somebody gave it' }),
  address: z.string().nullable().openapi({ description: 'as it is asked for; null until it was taken up' }),
  status,
  step: z.enum(['not-started', ...stageNames, 'completed']),
  retries: z.number().int(),
  failure: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .openapi({ description: 'why there is no report' }),
  title: z.string().nullable(),
  usage: usage.nullable(),
  isShared: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
}

export const listedReport = z.strictObject(listed).openapi('ListedSiteReport')

export const reportState = z
  .strictObject({
    ...listed,
    stages: z.array(
      z.strictObject({
        name: stage,
        state: z.enum(['waiting', 'queued', 'running', 'done', 'failed', 'cancelled']),
      }),
    ),
    progress: z.unknown().openapi({ description: 'how far the stage is that it is in, as that stage tells' }),
    job: z.string().nullable().openapi({ description: 'of that stage' }),
  })
  .openapi('SiteReportState')

export const bulk = z
  .strictObject({
    id: z.number().int(),
    name: z.string().nullable(),
    createdAt: instant,
    total: z.number().int(),
    unfinished: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    cost: z.number().nullable(),
    refused: z.array(z.strictObject({ url: z.string(), reason: z.string() })),
  })
  .openapi('SiteReportBulk')

export const rerun = z
  .strictObject({
    id: z.number().int(),
    address: z.string(),
    everyMs: z.number(),
    nextRunAt: instant,
    lastReportId: z.number().int().nullable(),
    pausedAt: instant.nullable(),
    createdAt: instant,
  })
  .openapi('SiteReportRerun')

export const events = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string().openapi({ description: 'server-sent events' }) } },
})
export const lastEventId = z.object({
  'Last-Event-ID': z.string().max(200).optional().openapi({ description: 'the id of the last event that was seen' }),
})
