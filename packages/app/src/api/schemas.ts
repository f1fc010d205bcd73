import { z } from '@hono/zod-openapi'

/** What no text of PostgreSQL can hold. */
const unstorable = /[\0\p{Surrogate}]/u

export const instant = z.iso.datetime({ offset: true }).openapi({ example: '2030-01-31T12:00:00.000Z' })
export const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !unstorable.test(text), 'expected a text without NUL and without half of a surrogate pair')

/** How many rows a page has. */
export const limit = z.coerce.number().int().min(1).max(1_000)

export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    faults: z
      .array(
        z.strictObject({
          in: z.enum(['body', 'query', 'path', 'header']),
          path: z.string().openapi({ description: 'a JSON pointer' }),
          message: z.string(),
        }),
      )
      .optional(),
  })
  .openapi('Problem', { description: 'what went wrong (RFC 9457)' })

/** The id of a row as a path or a query has it. In a path any other text answers 404. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'expected a number')
  .transform(Number)
  .openapi({ type: 'integer', example: 12 })

/** The id of a row in a body. */
export const bodyId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Where a page begins. Cursors may hold a path of 4,096 bytes. */
export const after = z.string().max(8_000).optional().openapi({ description: 'the `next` of the page before' })

/** The query of a list. */
export const page = { after, limit: z.coerce.number().int().min(1).max(500).default(50) }

export const next = z.string().nullable().openapi({ description: 'pass it as `after`; null at the end' })
