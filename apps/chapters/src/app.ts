import { type App, defineApp } from '@pawl/app'
import { apiOf } from './api/api.ts'
import { followFromStart } from './api/follow-from-start.ts'
import { deliveryJobs } from './delivery/delivery-jobs.ts'
import { ingestChapter } from './jobs/ingest-chapter.ts'
import { notifyReaders } from './jobs/notify-readers.ts'
import { pollSource } from './jobs/poll-source.ts'
import { type ChaptersOptions, chaptersSettings } from './options.ts'
import { pollDue } from './schedules/poll-due.ts'
import { createSources } from './sources/sources.ts'

/** Polls manga sources, ingests each new chapter once per source, and tells the readers who follow it. */
export function chapters(options: ChaptersOptions = {}): App {
  const settings = chaptersSettings(options)
  const sources = settings.sources ?? createSources(settings)
  const deliveries = deliveryJobs(settings)
  const notify = notifyReaders({ deliveries: deliveries.deliver })
  const ingest = ingestChapter({ notify })
  const poll = pollSource({ sources, settings, ingest, notify })
  const { retention } = settings
  const api = { ...settings, sources, pollSource: poll }
  return defineApp({
    name: 'chapters',
    title: 'Chapters: polls manga sources, ingests what is new, tells the readers',
    sources: [...sources.all.map(({ definition }) => definition), ...deliveries.sources],
    schedules: [pollDue({ poll, sources, polling: settings.polling })],
    jobs: [poll, ingest, notify, ...deliveries.jobs],
    queues: {
      'poll-source': { concurrency: 5, retention },
      'chapter-ingest': { concurrency: 10, retention },
      notifications: { concurrency: 10, retention },
      'chapters-push': { retention },
      'chapters-webhooks': { retention },
    },
    migrations: new URL('./migrations/', import.meta.url),
    ...apiOf(api),
    start: followFromStart({ ...settings, ...api }),
  })
}
