import { defineJob, exponential, PermanentError } from 'pawl'
import { z } from 'zod'
import { isRefused } from '../delivery/is-refused.ts'
import { endWebhook, recordWebhook, webhookToSend } from '../tables/deliveries.ts'
import { findListedChapter } from '../tables/listed-chapters.ts'
import { discordMessage, discordTest } from '../webhook/discord-message.ts'

const body = z.strictObject({
  webhookId: z.number().int(),
  /** Null: a test, which says nothing about chapters. */
  chapterId: z.number().int().nullable(),
  host: z.string().min(1),
})

/** Tells one webhook of one chapter. A crash after the service has taken it and before that is on record sends it again. */
export const deliverWebhook = defineJob({
  type: 'chapters.deliver-webhook',
  queue: 'chapters-webhooks',
  body,
  key: ({ webhookId, chapterId }) => `webhook-${webhookId}-${chapterId ?? 'test'}`,
  source: ({ host }) => `webhook:${host}`,
  retry: { attempts: 5, backoff: exponential({ firstMs: 10_000 }) },
  timeoutMs: 60_000,
  async run(job) {
    const { webhookId, chapterId } = job.body
    const [target, chapter] = await job.transaction(async (tx) => [
      await webhookToSend(tx, webhookId, chapterId ?? undefined),
      chapterId === null ? undefined : await findListedChapter(tx, chapterId),
    ])
    if (target === undefined) return { status: 'skipped', reason: 'target_gone' }
    if (chapterId !== null && chapter === undefined) return { status: 'skipped', reason: 'chapter_gone' }
    if (target.isDelivered) return { status: 'skipped', reason: 'delivered_before' }
    // what a commit resolves to is the job's result
    const end = (reason: string) =>
      job.commit(async (tx) => {
        await endWebhook(tx, webhookId)
        return { status: 'ended', reason }
      })
    const request = {
      ...{ method: 'POST', maxRedirects: 0, maxBytes: 262_144 },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chapter === undefined ? discordTest() : discordMessage([chapter])),
    }
    const answer = await job.fetch(target.url, request).catch((error) => {
      if (!isRefused(error)) throw error
    })
    if (answer === undefined) return end('address_refused')
    const { status } = answer
    if (status === 404 || status === 410) return end(`answered_${status}`)
    if (status >= 300) throw new PermanentError(`the webhook answered ${status}`)
    return job.commit(async (tx) => {
      if (chapterId !== null) await recordWebhook(tx, webhookId, chapterId)
      return { status: 'delivered' }
    })
  },
})
