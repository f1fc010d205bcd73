import type { AppCommandContext } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'

/** Somebody who just tries it has no worker: then the scan is done here, in this process. */
export async function workUnlessServed(
  { pawl, say, work }: Pick<AppCommandContext, 'pawl' | 'say' | 'work'>,
  { scan }: Pick<ApiOptions, 'scan'>,
): Promise<void> {
  const queues = Object.keys(scan.pools)
  const workers = await pawl.workers.list()
  const isServed = workers.some(
    ({ state, pools }) => state !== 'silent' && pools.some(({ queue }) => queues.includes(queue)),
  )
  if (isServed) return
  say('no worker serves scans: it is done here, until it has ended')
  await work()
}
