import type { AppCommandContext } from '@pawl/app'

/** Runs jobs in this process where no worker serves their queue. */
export async function workUnlessServed({ pawl, say, work }: AppCommandContext, served: string): Promise<void> {
  const workers = await pawl.workers.list()
  if (workers.some(({ state, pools }) => state !== 'silent' && pools.some(({ queue }) => queue === served))) return
  say(`no worker serves ${served}: its jobs run here`)
  await work()
}
