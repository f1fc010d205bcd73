import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { CheckPlan } from '../tier/check-plan.ts'
import type { Tier } from '../tier/tier.ts'

const sql = sqlBeside(import.meta.url)

/** A series at one source, as its poll needs it. */
export type SeriesSource = {
  readonly id: number
  readonly seriesId: number
  readonly sourceName: string
  readonly sourceId: string
  readonly failureCount: number
  readonly lastSuccessAt: Date | null
  readonly lastCompleteAt: Date | null
  readonly seenUntil: Date | null
  /** Closed off after failures in a row: an instant that has yet to come. */
  readonly closedUntil: Date | null
  /** PostgreSQL's clock. */
  readonly now: Date
}

/** One that is due, and the tick of the schedule that has found it. */
export type DueSeriesSource = {
  readonly id: number
  readonly sourceName: string
  readonly sourceId: string
  readonly tier: Tier
  readonly tick: number
}

/** How far a poll that ended well has seen. */
export type Seen = {
  readonly lookedAt: Date
  readonly isComplete: boolean
  /** Undefined: something that was found is still on its way, and the next look begins where this one did. */
  readonly until: Date | undefined
}

/** Takes at most `limit` sources that are due, HOT before WARM before COLD, and puts them off until their polls have ended. */
export async function takeDue(
  tx: Tx,
  limit: number,
  { lostAfterMs, everyMs }: { readonly lostAfterMs: number; readonly everyMs: number },
): Promise<DueSeriesSource[]> {
  const { rows } = await tx.query(sql('due_series_sources'), [limit, lostAfterMs, everyMs])
  return rows.map((row) => ({
    id: Number(row.id),
    sourceName: row.source_name,
    sourceId: row.source_id,
    tier: row.sync_priority,
    tick: Number(row.tick),
  }))
}

/** Whether no poll of it has succeeded yet. None can until `tx` has ended. */
export async function holdNew(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query(sql('series_source_hold_new'), [id])).rows.length > 0
}

export async function findSeriesSource(tx: Tx, id: number): Promise<SeriesSource | undefined> {
  const [row] = (await tx.query(sql('series_source_find'), [id])).rows
  if (row === undefined) return undefined
  return {
    id: Number(row.id),
    seriesId: Number(row.series_id),
    sourceName: row.source_name,
    sourceId: row.source_id,
    failureCount: row.failure_count,
    lastSuccessAt: row.last_success_at,
    lastCompleteAt: row.last_complete_at,
    seenUntil: row.seen_until,
    closedUntil: row.closed_until,
    now: row.now,
  }
}

export async function recordSuccess(tx: Tx, id: number, plan: CheckPlan, seen: Seen): Promise<void> {
  const values = [id, plan.tier, plan.nextCheckAt, seen.lookedAt, seen.isComplete, seen.until ?? null]
  await tx.query(sql('series_source_succeeded'), values)
}

export async function recordFailure(tx: Tx, id: number, plan: CheckPlan, error: string): Promise<void> {
  const values = [id, plan.tier, plan.nextCheckAt, plan.failureCount, plan.closedUntil, error]
  await tx.query(sql('series_source_failed'), values)
}

/** PostgreSQL's clock. */
export async function clock(db: Tx): Promise<Date> {
  return (await db.query(sql('clock'))).rows[0].now
}

/** Polls were enqueued beside the schedule: it leaves these rows alone until the polls end or are lost. */
export async function awaitPolls(
  db: Tx,
  ids: readonly number[],
  { since, lostAfterMs }: { readonly since: Date; readonly lostAfterMs: number },
): Promise<void> {
  await db.query(sql('series_source_await_poll'), [ids, since, lostAfterMs])
}

/** Nothing was asked, or there was nothing to ask. */
export async function putOff(
  tx: Tx,
  id: number,
  { tier, nextCheckAt, because }: { readonly tier?: Tier; readonly nextCheckAt: Date; readonly because?: string },
): Promise<void> {
  await tx.query(sql('series_source_put_off'), [id, tier ?? null, nextCheckAt, because ?? null])
}

/** When the newest chapters were published there, for the rule that decides its tier. */
export async function publishedLately(tx: Tx, id: number, withinMs: number, most: number): Promise<Date[]> {
  const { rows } = await tx.query(sql('published_lately'), [id, withinMs, most])
  return rows.map((row) => row.published_at)
}
