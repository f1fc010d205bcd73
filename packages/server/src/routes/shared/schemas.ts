import { z } from '@pawl/app/api'

export const jobId = z
  .string()
  .regex(/^job_[1-9]\d{0,15}$/, "a job id looks like 'job_123'")
  .openapi({ example: 'job_123' })

/** Whatever a handler, a client or a failure has left. */
export const anything = z.unknown().openapi({ description: 'any JSON value' })

export const errorRecord = z
  .looseObject({ name: z.string(), message: z.string(), stack: z.string().optional() })
  .openapi('ErrorRecord')
