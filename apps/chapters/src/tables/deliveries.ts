import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { PushKeys } from './delivery-targets.ts'

const sql = sqlBeside(import.meta.url)

/** Somebody to be told: by which kind of message, and where. */
export type DeliveryTarget = { readonly kind: 'push' | 'webhook'; readonly id: number; readonly url: string }

/** Where the readers of these notifications are told besides the feed, so many at a time. */
export async function deliveryTargets(
  tx: Tx,
  notifications: readonly number[],
  after: DeliveryTarget | undefined,
  limit: number,
): Promise<DeliveryTarget[]> {
  const values = [notifications, after?.kind ?? null, after?.id ?? null, limit]
  const { rows } = await tx.query(sql('delivery_targets'), values)
  return rows.map(({ kind, id, url }) => ({ kind, id: Number(id), url }))
}

export type PushToSend = PushKeys & { readonly endpoint: string; readonly isDelivered: boolean }

/** Undefined: it was removed, or has ended. */
export async function pushToSend(db: Tx, id: number, chapter: number): Promise<PushToSend | undefined> {
  const [row] = (await db.query(sql('push_to_send'), [id, chapter])).rows
  return row && { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth, isDelivered: row.is_delivered }
}

export type WebhookToSend = { readonly url: string; readonly isDelivered: boolean }

/** Undefined: it was removed, or has ended. Without a chapter it is a test. */
export async function webhookToSend(
  db: Tx,
  id: number,
  chapter: number | undefined,
): Promise<WebhookToSend | undefined> {
  const [row] = (await db.query(sql('webhook_to_send'), [id, chapter ?? null])).rows
  return row && { url: row.url, isDelivered: row.is_delivered }
}

export async function recordPush(tx: Tx, id: number, chapter: number): Promise<void> {
  await tx.query(sql('delivery_record'), [id, null, chapter])
}

export async function recordWebhook(tx: Tx, id: number, chapter: number): Promise<void> {
  await tx.query(sql('delivery_record'), [null, id, chapter])
}

export async function endPush(tx: Tx, id: number): Promise<void> {
  await tx.query(sql('push_subscription_end'), [id])
}

export async function endWebhook(tx: Tx, id: number): Promise<void> {
  await tx.query(sql('webhook_end'), [id])
}
