import { defineJob, exponential, PermanentError } from 'pawl'
import { z } from 'zod'
import { noticeToSend, recordDelivery } from '../tables/alerts.ts'

const body = z.strictObject({ noticeId: z.number().int().positive(), host: z.string().min(1) })

/** The sources of webhooks: one for each host. */
export const webhookSource = 'coin-webhook:*'

/** Calls a webhook with one notice. A crash after the webhook has accepted it and before that is recorded calls it again. */
export const notifyJob = defineJob({
  type: 'coins.notify',
  queue: 'coin-notify',
  body,
  key: ({ noticeId }) => `notify-${noticeId}`,
  source: ({ host }) => `coin-webhook:${host}`,
  retry: { attempts: 5, backoff: exponential({ firstMs: 10_000 }) },
  timeoutMs: 60_000,
  async run(job) {
    const { noticeId } = job.body
    const notice = await job.transaction((tx) => noticeToSend(tx, noticeId))
    if (notice === undefined || notice.webhookUrl === null) return { status: 'skipped', reason: 'removed' }
    if (notice.isDelivered) return { status: 'skipped', reason: 'delivered-before' }
    const { status } = await job.fetch(notice.webhookUrl, {
      ...{ method: 'POST', maxRedirects: 0, maxBytes: 262_144, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ ...notice.message, noticeId }),
    })
    if (status >= 300) throw new PermanentError(`the webhook answered ${status}; expected 200 to 299`)
    return job.commit(async (tx) => {
      await recordDelivery(tx, noticeId)
      return { status: 'delivered' }
    })
  },
})
