import { defineJob, exponential, PermanentError } from 'pawl'
import { z } from 'zod'
import { isRefused } from '../delivery/is-refused.ts'
import { encryptPush } from '../push/encrypt-push.ts'
import { pushMessage } from '../push/push-message.ts'
import { pushRandom } from '../push/push-random.ts'
import { readReceiver } from '../push/read-receiver.ts'
import { type Vapid, vapidHeader } from '../push/vapid.ts'
import { endPush, pushToSend, recordPush } from '../tables/deliveries.ts'
import { findListedChapter } from '../tables/listed-chapters.ts'

/** A message that nobody could take for so long is no news any more. */
const keptForSeconds = 86_400

const body = z.strictObject({ subscriptionId: z.number().int(), chapterId: z.number().int(), host: z.string().min(1) })

/** Tells one browser of one chapter. A crash after the service has taken it sends it again, and the topic makes it one. */
export function deliverPushJob(vapid: Vapid | undefined) {
  return defineJob({
    type: 'chapters.deliver-push',
    queue: 'chapters-push',
    body,
    key: ({ subscriptionId, chapterId }) => `push-${subscriptionId}-${chapterId}`,
    source: ({ host }) => `push:${host}`,
    retry: { attempts: 5, backoff: exponential({ firstMs: 10_000 }) },
    timeoutMs: 60_000,
    async run(job) {
      const { subscriptionId, chapterId } = job.body
      const [target, chapter] = await job.transaction(async (tx) => [
        await pushToSend(tx, subscriptionId, chapterId),
        await findListedChapter(tx, chapterId),
      ])
      if (target === undefined || chapter === undefined) return { status: 'skipped', reason: 'target_or_chapter_gone' }
      if (target.isDelivered) return { status: 'skipped', reason: 'delivered_before' }
      const receiver = readReceiver(target)
      if (vapid === undefined || typeof receiver === 'string') {
        throw new PermanentError(vapid === undefined ? 'there are no VAPID keys to send with' : String(receiver))
      }
      // what a commit resolves to is the job's result
      const end = (reason: string) =>
        job.commit(async (tx) => {
          await endPush(tx, subscriptionId)
          return { status: 'ended', reason }
        })
      const request = {
        ...{ method: 'POST', maxRedirects: 0, maxBytes: 65_536 },
        body: encryptPush(pushMessage(chapter), receiver, pushRandom()),
        headers: {
          authorization: vapidHeader(vapid, target.endpoint, Date.now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptForSeconds),
          topic: `chapter-${chapterId}`,
        },
      }
      const answer = await job.fetch(target.endpoint, request).catch((error) => {
        if (!isRefused(error)) throw error
      })
      if (answer === undefined) return end('address_refused')
      const { status } = answer
      if (status === 404 || status === 410) return end(`answered_${status}`)
      if (status >= 300) throw new PermanentError(`the push service answered ${status}`)
      return job.commit(async (tx) => {
        await recordPush(tx, subscriptionId, chapterId)
        return { status: 'delivered' }
      })
    },
  })
}
