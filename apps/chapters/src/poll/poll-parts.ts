import type { Job } from 'pawl'
import type { ingestChapter } from '../jobs/ingest-chapter.ts'
import type { notifyReaders } from '../jobs/notify-readers.ts'
import type { ChaptersSettings } from '../options.ts'
import type { Sources } from '../sources/sources.ts'

/** What a poll came to. */
export type PollResult =
  | { readonly status: 'completed'; readonly newChapters: number; readonly totalScraped: number }
  | { readonly status: 'skipped'; readonly reason: 'source_deleted' | 'circuit_breaker_open' }

export type PollJob = Job<{ readonly seriesSourceId: number }>

/** What the ways of polling need. */
export type PollParts = {
  readonly sources: Pick<Sources, 'all' | 'named'>
  readonly settings: Pick<ChaptersSettings, 'tiers' | 'failures' | 'polling'>
  readonly ingest: ReturnType<typeof ingestChapter>
  readonly notify: ReturnType<typeof notifyReaders>
}
