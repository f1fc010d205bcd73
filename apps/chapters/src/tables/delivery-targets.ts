import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** Where a reader is told besides the feed. */
export type Target = {
  readonly id: number
  readonly url: string
  readonly createdAt: Date
  /** The service has said that it is gone. */
  readonly endedAt: Date | null
}

export type PushKeys = { readonly p256dh: string; readonly auth: string }

/** So many of each a reader may have: a chapter is a message to each. */
export const mostTargets = 20

/** Undefined: there is no such reader, or they have as many as they may. */
export const addPushSubscription = (db: Tx, reader: number, endpoint: string, { p256dh, auth }: PushKeys) =>
  one(db, 'push_subscription_add', [reader, endpoint, p256dh, auth, mostTargets])

export const listPushSubscriptions = (db: Tx, reader: number) => all(db, 'push_subscriptions_list', [reader])

export const removePushSubscription = (db: Tx, reader: number, id: number) =>
  does(db, 'push_subscription_remove', [reader, id])

/** Undefined: there is no such reader, or they have as many as they may. */
export const addWebhook = (db: Tx, reader: number, url: string) => one(db, 'webhook_add', [reader, url, mostTargets])

export const listWebhooks = (db: Tx, reader: number) => all(db, 'webhooks_list', [reader])

export const findWebhook = (db: Tx, reader: number, id: number) => one(db, 'webhook_find', [reader, id])

export const removeWebhook = (db: Tx, reader: number, id: number) => does(db, 'webhook_remove', [reader, id])

async function all(db: Tx, statement: string, values: unknown[]): Promise<Target[]> {
  return (await db.query(sql(statement), values)).rows.map((row) => ({
    id: Number(row.id),
    url: row.endpoint ?? row.url,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }))
}

async function one(db: Tx, statement: string, values: unknown[]): Promise<Target | undefined> {
  return (await all(db, statement, values))[0]
}

async function does(db: Tx, statement: string, values: unknown[]): Promise<boolean> {
  return (await db.query(sql(statement), values)).rows.length > 0
}
