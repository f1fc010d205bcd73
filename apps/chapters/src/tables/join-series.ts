import type { Tx } from 'pawl'
import { addSource } from './followed-series.ts'
import { sql } from './sql.ts'

const carried = ['join_library', 'join_reads', 'join_notifications', 'join_chapters', 'join_latest'] as const

/**
 * One series joins another, in one transaction: its readers, what they have read and were told, its chapters and its sources. The sources
 * are imported anew under the series that stays; nobody is told of what was known. False: one of them is not there.
 */
export async function joinSeries(tx: Tx, joining: number, staying: number): Promise<boolean> {
  const { rows } = await tx.query(sql('join_hold'), [[joining, staying]])
  if (rows.length < 2) return false
  for (const statement of carried) await tx.query(sql(statement), [joining, staying])
  const sources = (await tx.query(sql('join_sources'), [joining])).rows
  for (const { source_name, source_id, source_url } of sources) {
    await addSource(tx, staying, { title: '', sourceName: source_name, sourceId: source_id, url: source_url })
  }
  await tx.query(sql('series_remove'), [joining])
  return true
}
