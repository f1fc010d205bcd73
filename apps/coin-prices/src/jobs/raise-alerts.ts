import type { Job, Tx } from 'pawl'
import { alertMessage } from '../alert/alert-message.ts'
import { decideAlert } from '../alert/decide-alert.ts'
import { addNotice, alertsOfCoin, saveReference, type WatchingAlert } from '../tables/alerts.ts'
import { findCoin } from '../tables/listed-coins.ts'
import type { Valuation } from '../valuation/valuation.ts'
import { notifyJob } from './notify.ts'

export type ValuedCoin = {
  readonly intakeId: number
  readonly currency: string
  /** As in 2026-03-01. */
  readonly today: string
  readonly valuation: Valuation
}

/** Writes notices for the rules by which the value has moved far enough, in the transaction that saves the valuation. */
export async function raiseAlerts(job: Pick<Job, 'enqueue'>, tx: Tx, valued: ValuedCoin): Promise<void> {
  for (const alert of await alertsOfCoin(tx, valued.intakeId)) await raise(job, tx, alert, valued)
}

async function raise(job: Pick<Job, 'enqueue'>, tx: Tx, alert: WatchingAlert, valued: ValuedCoin): Promise<void> {
  const { intakeId, currency, today: day, valuation } = valued
  const { fairCents, lowCents, highCents, basis, confidence } = valuation
  const decision = decideAlert({ fairCents, currency, basis }, alert.last, alert.percent)
  if (decision.kind === 'none') return
  const { reference } = decision
  const of = { alert: alert.id, coin: intakeId }
  await saveReference(tx, of, reference)
  if (decision.kind === 'reference') return
  const { intake } = (await findCoin(tx, intakeId))!
  const band = { lowCents: lowCents!, highCents: highCents!, confidence }
  const { percent } = decision
  const noticeId = await addNotice(
    tx,
    of,
    alertMessage({ intakeId, intake, percent, from: alert.last!, to: reference, ...band, day }),
  )
  if (alert.webhookUrl === null) return
  await job.enqueue(notifyJob, { noticeId, host: new URL(alert.webhookUrl).host })
}
