import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { AlertMessage } from '../alert/alert-message.ts'
import type { AlertReference } from '../alert/decide-alert.ts'

const sql = sqlBeside(import.meta.url)

/** A rule that a coin is watched by. */
export type WatchingAlert = {
  readonly id: number
  readonly percent: number
  readonly webhookUrl: string | null
  /** Undefined: this coin had no value yet since the rule was made. */
  readonly last: AlertReference | undefined
}

export async function alertsOfCoin(tx: Tx, intakeId: number): Promise<WatchingAlert[]> {
  const { rows } = await tx.query(sql('alerts_of_coin'), [intakeId])
  return rows.map((row) => ({
    ...{ id: Number(row.id), percent: row.percent, webhookUrl: row.webhook_url },
    last:
      row.fair_cents === null
        ? undefined
        : { fairCents: Number(row.fair_cents), currency: row.currency, basis: row.basis },
  }))
}

type AlertAndCoin = { readonly alert: number; readonly coin: number }

export async function saveReference(tx: Tx, { alert, coin }: AlertAndCoin, reference: AlertReference): Promise<void> {
  const { fairCents, currency, basis } = reference
  await tx.query(sql('alert_reference_save'), [alert, coin, fairCents, currency, basis])
}

/** Returns the id of the notice. */
export async function addNotice(tx: Tx, { alert, coin }: AlertAndCoin, message: AlertMessage): Promise<number> {
  return Number((await tx.query(sql('alert_notice_add'), [alert, coin, JSON.stringify(message)])).rows[0].id)
}

export type NoticeToSend = {
  readonly webhookUrl: string | null
  readonly message: AlertMessage
  readonly isDelivered: boolean
}

/** Undefined: the notice or its rule is gone. */
export async function noticeToSend(tx: Tx, id: number): Promise<NoticeToSend | undefined> {
  const [row] = (await tx.query(sql('alert_notice_to_send'), [id])).rows
  return row && { webhookUrl: row.webhook_url, message: row.message, isDelivered: row.is_delivered }
}

export async function recordDelivery(tx: Tx, id: number): Promise<void> {
  await tx.query(sql('alert_notice_deliver'), [id])
}

export type ListedNotice = {
  readonly id: number
  readonly alertId: number
  readonly coinId: number
  readonly message: AlertMessage
  readonly createdAt: Date
  /** When the webhook of the rule accepted it. */
  readonly deliveredAt: Date | null
}

/** The newest notices, oldest first. Undefined collector: those of all. */
export async function listNotices(db: Tx, collector: number | undefined, limit: number): Promise<ListedNotice[]> {
  const { rows } = await db.query(sql('alert_notices_list'), [collector ?? null, limit])
  return rows.map((row) => ({
    ...{ id: Number(row.id), alertId: Number(row.alert_id), coinId: Number(row.intake_id), message: row.message },
    ...{ createdAt: row.created_at, deliveredAt: row.delivered_at },
  }))
}

export type AlertToAdd = {
  readonly collector: number
  /** Undefined: for all coins of the collector. */
  readonly coin: number | undefined
  readonly percent: number
  readonly webhookUrl: string | undefined
}

/** Undefined: there is no such coin, or it belongs to another collector. */
export async function addAlert(db: Tx, alert: AlertToAdd): Promise<number | undefined> {
  const { collector, coin, percent, webhookUrl } = alert
  const { rows } = await db.query(sql('alert_add'), [collector, coin ?? null, percent, webhookUrl ?? null])
  return rows[0] && Number(rows[0].id)
}

/** False: there is no such rule. */
export async function removeAlert(db: Tx, id: number): Promise<boolean> {
  return (await db.query(sql('alert_remove'), [id])).rows.length > 0
}

export type ListedAlert = {
  readonly id: number
  readonly collectorId: number
  readonly collector: string
  /** Null: for all coins of the collector. */
  readonly coinId: number | null
  readonly percent: number
  readonly webhookUrl: string | null
  readonly createdAt: Date
}

/** Undefined collector: the rules of all. */
export async function listAlerts(db: Tx, collector: number | undefined, limit: number): Promise<ListedAlert[]> {
  const { rows } = await db.query(sql('alerts_list'), [collector ?? null, limit])
  return rows.map((row) => ({
    ...{ id: Number(row.id), collectorId: Number(row.collector_id), collector: row.collector },
    ...{ coinId: row.intake_id === null ? null : Number(row.intake_id), percent: row.percent },
    ...{ webhookUrl: row.webhook_url, createdAt: row.created_at },
  }))
}
