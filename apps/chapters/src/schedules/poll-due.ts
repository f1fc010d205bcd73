import { defineSchedule } from 'pawl'
import type { pollSource } from '../jobs/poll-source.ts'
import type { ChaptersSettings } from '../options.ts'
import type { Sources } from '../sources/sources.ts'
import { type DueSeriesSource, takeDue } from '../tables/series-sources.ts'
import { tierPriority } from '../tier/tier-priority.ts'

export type PollDueParts = {
  readonly poll: ReturnType<typeof pollSource>
  readonly sources: Pick<Sources, 'named'>
  readonly polling: ChaptersSettings['polling']
}

/** Enqueues a poll for each source that is due, tier by tier. */
export function pollDue({ poll, sources, polling }: PollDueParts) {
  return defineSchedule({
    name: 'chapters.poll-due',
    everyMs: polling.everyMs,
    job: poll,
    due: (tx, limit) => takeDue(tx, limit, polling),
    body: ({ id }: DueSeriesSource) => ({ seriesSourceId: id }),
    options: ({ id, tick, tier, sourceName, sourceId }: DueSeriesSource) => {
      // a source that has left the code has no limits to wait for: its polls fail, and say so
      const source = sources.named(sourceName)?.sourceOf(sourceId)
      return {
        priority: tierPriority[tier],
        key: `poll-${id}-${tick}`,
        ...(source === undefined ? {} : { source }),
      }
    },
    batch: polling.batch,
  })
}
