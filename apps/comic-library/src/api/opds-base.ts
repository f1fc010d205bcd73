import type { Context } from 'hono'
import type { ApiOptions } from './api-options.ts'

/**
 * What the addresses in a feed begin with: the way the request came in, from the root of the server on, so that no name of a
 * server is in them that the app does not know it by; or as the outside knows this server, if that is told.
 */
export function opdsBase(c: Context, { publicUrl }: Pick<ApiOptions, 'publicUrl'>): string {
  const { pathname } = new URL(c.req.url)
  const [, mount = '', rest = ''] = /^(.*)(\/api\/comic-library\/open\/(?:[^/]+\/)?opds)(?:\/|$)/.exec(pathname) ?? []
  return `${publicUrl?.replace(/\/+$/, '') ?? mount}${rest}`
}
