import type { Context } from 'hono'
import type { PeopleOptions } from '../reader/people-options.ts'

const ours = '/api/comic-library'

/** Where reading apps begin: as the outside knows this server, or as the request came in. */
export function opdsUrl(c: Context, { publicUrl }: Pick<PeopleOptions, 'publicUrl'>, token: string): string {
  const { origin, pathname } = new URL(c.req.url)
  const base = publicUrl?.replace(/\/+$/, '') ?? origin + pathname.slice(0, pathname.indexOf(ours))
  return `${base}${ours}/open/${token}/opds`
}
