import { decodeCursor, nextOf, z } from '@pawl/app/api'

const place = z.strictObject({ path: z.string().refine((value) => !value.includes('\0')) })

/** The path that a page begins after. */
export function pathAfter(after: string | undefined): string | undefined {
  return after === undefined ? undefined : decodeCursor(after, place).path
}

/** The `next` of a page in order of paths; null after the last page. */
export function nextPath(rows: readonly { readonly path: string }[], limit: number): string | null {
  return nextOf(rows, limit, ({ path }) => ({ path }))
}
