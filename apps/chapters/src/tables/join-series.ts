import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { addSource } from './followed-series.ts'

const sql = sqlBeside(import.meta.url)

const carried = ['join_library', 'join_reads', 'join_notifications', 'join_chapters', 'join_latest'] as const

/**
 * One series joins another, in one transaction: its readers, what they have read and were told, its chapters and its sources. The sources
 * are imported again under the series that stays, without notifications. Returns the ids of these sources; undefined when one of
 * the two series does not exist.
 */
export async function joinSeries(tx: Tx, joining: number, staying: number): Promise<number[] | undefined> {
  const { rows } = await tx.query(sql('join_hold'), [[joining, staying]])
  if (rows.length < 2) return undefined
  for (const statement of carried) await tx.query(sql(statement), [joining, staying])
  const sources = (await tx.query(sql('join_sources'), [joining])).rows
  const joined: number[] = []
  for (const { source_name, source_id, source_url } of sources) {
    const place = { title: '', sourceName: source_name, sourceId: source_id, url: source_url }
    const added = await addSource(tx, staying, place)
    if (added !== undefined) joined.push(added)
  }
  await tx.query(sql('series_remove'), [joining])
  return joined
}
