import { decodeCursor, encodeCursor, z } from '@pawl/app/api'

const place = z.strictObject({ id: z.number().int() })

/** The id that a page begins after, out of the text that the page before ended with. */
export function idAfter(after: string | undefined): number | undefined {
  return after === undefined ? undefined : decodeCursor(after, place).id
}

/** What the next page begins after; null when this one was not full. */
export function nextAfter(rows: readonly { readonly id: number }[], limit: number): string | null {
  return rows.length < limit ? null : encodeCursor({ id: rows.at(-1)!.id })
}
