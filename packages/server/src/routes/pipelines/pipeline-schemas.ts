import { z } from '@hono/zod-openapi'
import { instant } from '@pawl/app/api'
import { anything, errorRecord, jobId } from '../shared/schemas.ts'

export const workState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

export const pipeline = z
  .strictObject({
    name: z.string(),
    picture: z.strictObject({
      name: z.string(),
      kind: z.enum(['stages', 'phases']),
      nodes: z.array(z.strictObject({ name: z.string(), pool: z.string(), note: z.string() })),
      edges: z.array(z.strictObject({ from: z.string(), to: z.string() })),
      pools: z.array(
        z.strictObject({
          name: z.string(),
          concurrency: z.number().int(),
          startRate: z.strictObject({ limit: z.number(), perMs: z.number() }).optional(),
        }),
      ),
    }),
    declaredAt: instant,
  })
  .openapi('Pipeline')

export const stageProgress = z
  .strictObject({
    stage: z.string(),
    open: z.number().int(),
    failed: z.number().int(),
    done: z.number().int(),
    lately: z.number().int(),
    firstAt: instant.nullable(),
    lastAt: instant.nullable(),
    perSecond: z.number().nullable(),
    leftMs: z.number().nullable(),
    line: z.string(),
  })
  .openapi('StageProgress')

export const item = z
  .strictObject({
    pipeline: z.string(),
    item: z.string(),
    version: z.number().int(),
    stage: z.string(),
    state: workState,
    reason: z.string().nullable(),
    job: jobId,
    createdAt: instant,
    movedAt: instant,
  })
  .openapi('Item')

export const itemDetail = z
  .strictObject({ ...item.shape, input: anything, results: z.record(z.string(), anything) })
  .openapi('ItemDetail')

export const submission = z
  .strictObject({
    taken: z.boolean().openapi({ description: 'false: it is under way already, and stays as it is' }),
    state: workState,
    stage: z.string(),
    version: z.number().int(),
    job: jobId,
  })
  .openapi('Submission')

const count = z.number().int()

export const run = z
  .strictObject({
    id: count,
    pipeline: z.string(),
    subject: z.string(),
    state: workState,
    job: jobId,
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    phases: z.array(
      z.strictObject({
        phase: z.string(),
        ...{ done: count, new: count, failed: count, skipped: count },
        total: count.nullable(),
        perSecond: z.number().nullable(),
        leftMs: z.number().nullable(),
        line: z.string(),
        startedAt: instant,
        writtenAt: instant,
        finishedAt: instant.nullable(),
      }),
    ),
  })
  .openapi('Run')

export const rowFailure = z
  .strictObject({
    phase: z.string(),
    key: z.string(),
    failures: count,
    run: count,
    error: errorRecord,
    at: instant,
  })
  .openapi('RowFailure')

export const cancellation = z
  .strictObject({ cancelled: z.boolean(), state: z.union([workState, z.literal('unknown')]) })
  .openapi('PipelineCancellation')
