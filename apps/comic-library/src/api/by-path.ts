import { decodeCursor, encodeCursor, z } from '@pawl/app/api'

const place = z.strictObject({ path: z.string().refine((value) => !value.includes('\0')) })

/** The path that a page begins after. */
export function pathAfter(after: string | undefined): string | undefined {
  return after === undefined ? undefined : decodeCursor(after, place).path
}

/** What the next page begins after; null when this one was not full. */
export function nextPath(rows: readonly { readonly path: string }[], limit: number): string | null {
  return rows.length < limit ? null : encodeCursor({ path: rows.at(-1)!.path })
}
