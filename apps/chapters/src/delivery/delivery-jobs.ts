import { type AllowPrivate, defineSource, type Job, type JobDefinition, type SourceDefinition, type Tx } from 'pawl'
import { deliverPushJob } from '../jobs/deliver-push.ts'
import { deliverWebhook } from '../jobs/deliver-webhook.ts'
import type { Vapid } from '../push/vapid.ts'
import { type DeliveryTarget, deliveryTargets } from '../tables/deliveries.ts'

export type DeliveryOptions = {
  /** Without keys nothing is pushed. */
  readonly vapid?: Vapid | undefined
  /** Private addresses that may be called: those of the sandbox. */
  readonly allowPrivate?: AllowPrivate
  /** To one host, by all workers together. */
  readonly pushesPerMinute?: number
  readonly webhooksPerMinute?: number
}

/** Notifications that were just written: readers of one batch, about one chapter. */
export type ToldOf = { readonly chapterId: number; readonly notificationIds: readonly number[] }

export type DeliveryJobs = {
  readonly jobs: readonly JobDefinition[]
  readonly sources: readonly SourceDefinition[]
  /**
   * Takes notifications to where readers want them besides their feed: enqueues a job for each browser and each webhook of these
   * readers. To be called in the transaction that has written them, `tx`, so each is delivered for once.
   */
  deliver(job: Pick<Job, 'enqueue'>, tx: Tx, told: ToldOf): Promise<void>
}

/** So many targets are held at once, however many readers there are. */
const batch = 500

/** How readers are told besides the feed. */
export function deliveryJobs(options: DeliveryOptions = {}): DeliveryJobs {
  const { vapid, allowPrivate = false, pushesPerMinute = 6_000, webhooksPerMinute = 600 } = options
  const deliverPush = deliverPushJob(vapid)
  const politeness = { allowPrivate, userAgent: 'pawl-chapters/0.1', timeoutMs: 15_000 }
  const enqueueOne = (job: Pick<Job, 'enqueue'>, { kind, id, url }: DeliveryTarget, chapterId: number) => {
    const { host } = new URL(url)
    return kind === 'push'
      ? job.enqueue(deliverPush, { subscriptionId: id, chapterId, host })
      : job.enqueue(deliverWebhook, { webhookId: id, chapterId, host })
  }
  return {
    jobs: [deliverPush, deliverWebhook],
    sources: [
      defineSource({ name: 'push:*', requestsPerMinute: pushesPerMinute, burst: 100, ...politeness }),
      defineSource({ name: 'webhook:*', requestsPerMinute: webhooksPerMinute, burst: 5, ...politeness }),
    ],
    async deliver(job, tx, { chapterId, notificationIds }) {
      let last: DeliveryTarget | undefined
      do {
        const page: DeliveryTarget[] = await deliveryTargets(tx, notificationIds, last, batch)
        for (const target of page) {
          if (target.kind === 'webhook' || vapid !== undefined) await enqueueOne(job, target, chapterId)
        }
        last = page.length < batch ? undefined : page.at(-1)
      } while (last !== undefined)
    },
  }
}
