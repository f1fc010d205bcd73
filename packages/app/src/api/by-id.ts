import { z } from '@hono/zod-openapi'
import { decodeCursor } from './cursor.ts'
import { nextOf } from './next-of.ts'

const place = z.strictObject({ id: z.number().int() })

/** The id that a page begins after, from the `next` of the page before. */
export function idAfter(after: string | undefined): number | undefined {
  return after === undefined ? undefined : decodeCursor(after, place).id
}

/** The `next` of a page in order of ids; null after the last page. */
export function nextAfter(rows: readonly { readonly id: number }[], limit: number): string | null {
  return nextOf(rows, limit, ({ id }) => ({ id }))
}
