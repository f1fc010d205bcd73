import { lookup } from 'node:dns/promises'
import { ProblemError } from '@pawl/app'
import type { SourcePlace } from '../tables/followed-series.ts'
import type { ApiOptions } from './api-options.ts'

/** Finds the address of a host; throws an error with a code of DNS when it cannot. */
export type Resolve = (host: string) => Promise<unknown>

/** DNS has answered that there is no such name, or no address of it. */
const noSuchHost = new Set(['ENOTFOUND', 'ENODATA'])

/** Refuses a series at a host that the user named and that does not resolve: its polls could only fail. */
export async function checkHost({ sources, resolve = lookup }: ApiOptions, place: SourcePlace): Promise<void> {
  const source = sources.all.find(({ name }) => name === place.sourceName)
  const host = source?.hostOf?.(place.sourceId)
  if (host === undefined) return
  await resolve(host).catch((error) => {
    const { code = 'unknown' } = error as { code?: string }
    const why = noSuchHost.has(code)
      ? `there is no host ${host}; check the address`
      : `the host ${host} cannot be resolved now (${code}); try again later`
    const message = `this address cannot be followed: ${why}`
    throw new ProblemError(400, 'invalid-address', message, { faults: [{ in: 'body', path: '/url', message }] })
  })
}
