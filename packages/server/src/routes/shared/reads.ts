import type { Pawl, Views } from 'pawl'
import type { ServerContext } from '../../server-env.ts'

/** The views of a Pawl for one request: when its client leaves, what it reads is cancelled. */
export function reads(c: Pick<ServerContext, 'req'>, pawl: Pawl): Views {
  return pawl.reading(c.req.raw.signal)
}
