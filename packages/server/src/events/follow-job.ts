import type { SSEStreamingApi } from 'hono/streaming'
import type { Pawl } from 'pawl'
import { readJob } from '../routes/jobs/read-job.ts'
import { isAfter, timeline } from '../routes/jobs/timeline.ts'

export type FollowOptions = {
  /** The id of the last event that the client saw. */
  readonly seen: string | undefined
  readonly gone: AbortSignal
  readonly out: SSEStreamingApi
}

/**
 * Tells what happens to a job until it has ended. Watching says when to look; what is told comes from the ledger, so that it is
 * the same after a cut, after a restart and from another process.
 */
export async function followJob(pawl: Pawl, id: string, { seen, gone, out }: FollowOptions): Promise<void> {
  let last = seen ?? '-1'
  let progress: string | undefined
  for await (const _ of pawl.watch(id, { signal: gone })) {
    const history = await readJob(pawl.reading(gone), id)
    if (history === undefined) return
    for (const event of timeline(history.job, history.attempts)) {
      const text = JSON.stringify(event)
      // progress keeps its id while it goes on: it is told whenever it has changed
      const isNews = event.kind === 'progress' && event.id === last ? text !== progress : isAfter(event.id, last)
      if (!isNews) continue
      if (event.kind === 'progress') progress = text
      await out.writeSSE({ event: event.kind, id: event.id, data: text })
      last = event.id
    }
  }
}
