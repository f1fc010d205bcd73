import type { Context } from 'hono'
import type { PeopleOptions } from '../reader/people-options.ts'

/** The address of a reader's feed: as the outside knows this server, or as the request came in. */
export function feedUrl(c: Context, { publicUrl }: Pick<PeopleOptions, 'publicUrl'>, token: string): string {
  const base = publicUrl?.replace(/\/+$/, '') ?? new URL(c.req.url).origin
  return `${base}/api/chapters/open/feeds/${token}.xml`
}
