import { PermanentError } from 'pawl'
import { z } from 'zod'

const schema = z.strictObject({
  /** Search words in place of those made from the coin. */
  q: z.string().trim().min(1).max(100).optional(),
  /** How many entries a page has. */
  limit: z.number().int().min(1).max(200).optional(),
  /** How many pages are read at most. */
  maxPages: z.number().int().min(1).max(50).optional(),
  /** An eBay category. */
  categoryId: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** The currency that prices are asked in, where the source has several. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})

/** What a job may say beside its coin and its source. */
export type QueryParams = z.output<typeof schema>

/** Checks `query_params` of a job, which another program may have written. A retry cannot mend them. */
export function readQueryParams(given: unknown): QueryParams {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new PermanentError(`query_params: ${faults.join('; ')}; correct them and enqueue the job again`, {
    cause: read.error,
  })
}
