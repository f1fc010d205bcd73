import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { KnownFile } from '../walk/file-fate.ts'
import { recountSeries } from './series-totals.ts'

const sql = sqlBeside(import.meta.url)

export async function unlinkedFiles(tx: Tx, libraryId: string, after: number, limit: number): Promise<number[]> {
  return idsOf(await tx.query(sql('files_unlinked'), [libraryId, after, limit]))
}

export type OrphanedFile = Omit<KnownFile, 'isOrphaned'> & {
  /** Another file is at its path by now. */
  readonly isTaken: boolean
}

export async function orphanedFiles(tx: Tx, libraryId: string, after: number, limit: number): Promise<OrphanedFile[]> {
  return (await tx.query(sql('files_orphaned'), [libraryId, after, limit])).rows as OrphanedFile[]
}

export async function countToLink(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('files_to_link_count'), [libraryId])).rows[0].n as number
}

/** Gives files to their series, and counts those that gain or lose one, in one transaction. */
export async function linkFiles(
  tx: Tx,
  ids: readonly number[],
  run: number,
): Promise<{ readonly filesLinked: number; readonly seriesLinked: number }> {
  const { linked, gained, lost } = (await tx.query(sql('files_link'), [ids])).rows[0]
  const left = (lost as number[]).filter((id) => !gained.includes(id))
  const seriesLinked = await recountSeries(tx, gained, { run })
  await recountSeries(tx, left)
  return { filesLinked: linked, seriesLinked }
}

/**
 * Removes files that are gone. How far they were read, and what people said of them, is remembered, should they come back; where a copy
 * is left, they were moved in two steps with a scan between, and it goes on there.
 */
export async function removeFiles(tx: Tx, ids: readonly number[]): Promise<number> {
  const joined = await passOnAssignments(tx, ids)
  await tx.query(sql('assignment_remember'), [ids])
  const readOn = idsOf(await tx.query(sql('progress_pass_on'), [ids]))
  await tx.query(sql('progress_remember'), [ids])
  const { removed, lost } = (await tx.query(sql('files_remove'), [ids])).rows[0]
  await recountSeries(tx, [...new Set<number>([...(lost ?? []), ...joined, ...readOn])])
  return removed
}

/** The series that copies of these files leave, and those that they join. */
async function passOnAssignments(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const copies = idsOf(await tx.query(sql('assignment_pass_on'), [ids]))
  if (copies.length === 0) return []
  return (await tx.query(sql('hand_place_files'), [copies])).rows[0].touched
}

function idsOf({ rows }: { rows: { id?: unknown }[] }): number[] {
  return rows.map(({ id }) => id as number)
}
