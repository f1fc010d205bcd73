import { defineJob, type Job } from 'pawl'
import { z } from 'zod'
import type { Deliveries } from '../delivery/deliveries.ts'
import {
  type ChapterToAnnounce,
  chapterToAnnounce,
  holdUnlessBusy,
  type ToldBatch,
  tellReaders,
} from '../tables/notifications.ts'
import { raiseLatest } from '../tables/series.ts'

const body = z.object({
  seriesId: z.number().int().positive(),
  chapterId: z.number().int().positive(),
  /** A decimal, as text; null for a one-shot. */
  chapterNumber: z.string().nullable(),
})

export type NotifyOptions = {
  readonly deliveries: Deliveries
  /** Readers of one transaction. */
  readonly batch?: number
}

/** A date that has yet to come may be changed at the source: it is looked at again after this time at the latest. */
const longestWaitMs = 6 * 60 * 60 * 1000

/**
 * Tells the readers of a series about a chapter, batch by batch. The unique key of a notification makes it once; after a crash
 * it begins anew and finds who was told. A chapter that is published later is announced then.
 */
export function notifyReaders({ deliveries, batch = 1_000 }: NotifyOptions) {
  const definition = defineJob({
    type: 'chapter.notify',
    queue: 'notifications',
    body,
    key: ({ seriesId, chapterId }) => `notify-${seriesId}-${chapterId}`,
    keyMode: 'live',
    retry: { attempts: 5 },
    timeoutMs: 10 * 60_000,
    async run(job) {
      const { chapterId } = job.body
      const chapter = await job.transaction((tx) => chapterToAnnounce(tx, chapterId))
      if (chapter === undefined) return { status: 'skipped', reason: 'chapter_deleted' }
      // nobody can read it any more
      if (chapter.languages.length === 0) return { status: 'skipped', reason: 'chapter_removed' }
      const { publishedInMs } = chapter
      if (publishedInMs > 0) return job.defer(Math.min(publishedInMs, longestWaitMs), 'it is not published yet')
      let notified = 0
      let told: ToldBatch = { lookedAt: batch, lastReader: 0, notificationIds: [] }
      while (told.lookedAt === batch) {
        told = await tellBatch(job, chapter, told.lastReader)
        notified += told.notificationIds.length
        job.progress({ notified })
      }
      return await job.commit(async (tx) => {
        await raiseLatest(tx, [chapter.seriesId], [chapter.id])
        // whoever ingests a release in another language meanwhile finds the key held, and leaves its readers to us
        const isOver = (await holdUnlessBusy(tx, chapterId)) && (await hasLanguagesOf(tx, chapter))
        if (!isOver) await job.enqueue(definition, job.body)
        return { status: 'completed', notified }
      })
    },
  })

  async function tellBatch(job: Job<z.output<typeof body>>, chapter: ChapterToAnnounce, lastReader: number) {
    return job.transaction(async (tx) => {
      const told = await tellReaders(tx, chapter, lastReader, batch)
      const { notificationIds } = told
      if (notificationIds.length > 0) {
        await deliveries(job, tx, { seriesId: chapter.seriesId, chapterId: chapter.id, notificationIds })
      }
      return told
    })
  }

  return definition
}

async function hasLanguagesOf(tx: Parameters<typeof chapterToAnnounce>[0], before: ChapterToAnnounce) {
  const now = await chapterToAnnounce(tx, before.id)
  return now === undefined || now.languages.join() === before.languages.join()
}
