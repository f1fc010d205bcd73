import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { FileFate, KnownFile, Sighting } from '../walk/file-fate.ts'
import { extensionOf } from '../walk/name-kind.ts'
import { holdLibrary } from './libraries.ts'

const sql = sqlBeside(import.meta.url)

/** Copies of one content that are looked at; where there are more, a moved one may be taken for new. */
const copies = 20

type Found = Extract<Sighting, { kind: 'found' }>

/** Files on record that are at one of these paths, or have one of these contents. */
export async function findKnownFiles(
  tx: Tx,
  libraryId: string,
  sightings: readonly Sighting[],
): Promise<readonly KnownFile[]> {
  const found = sightings.filter((sighting) => sighting.kind === 'found')
  const values = [
    sightings.map(({ path }) => path),
    found.map(({ size }) => size),
    found.map(({ hash }) => hash),
    copies,
  ]
  return (await tx.query(sql('file_candidates'), [libraryId, ...values])).rows as KnownFile[]
}

/** Writes what becomes of files. */
export async function writeFates(tx: Tx, libraryId: string, fates: readonly FileFate[]): Promise<void> {
  const moved = fates.filter((fate) => fate.kind === 'move')
  const changed = fates.filter((fate) => fate.kind === 'change')
  const touched = fates.filter((fate) => fate.kind === 'touch')
  const inserted = fates.flatMap((fate) => (fate.kind === 'insert' ? [fate.at] : []))
  // before any file: a merge at the same time must find where what was said of files that come back goes to
  if (inserted.length > 0) await holdLibrary(tx, libraryId)
  // a path must be free before another file takes it
  const leaving = fates.flatMap((fate) => (fate.kind === 'orphan' || fate.kind === 'move' ? [fate.id] : []))
  if (leaving.length > 0) await tx.query(sql('files_orphan'), [leaving])
  if (moved.length > 0) {
    const at = moved.map((fate) => fate.at)
    await tx.query(sql('files_move'), [moved.map(({ id }) => id), ...namesOf(at), at.map(({ mtimeNs }) => mtimeNs)])
  }
  if (changed.length > 0) {
    const [ids, at] = [changed.map(({ id }) => id), changed.map((fate) => fate.at)]
    await tx.query(sql('files_change'), [ids, ...contentsOf(at)])
  }
  if (touched.length > 0) {
    await tx.query(sql('files_touch'), [touched.map(({ id }) => id), touched.map(({ at }) => at.mtimeNs)])
  }
  if (inserted.length > 0) await insertFiles(tx, libraryId, inserted)
}

async function insertFiles(tx: Tx, libraryId: string, found: readonly Found[]): Promise<void> {
  const { rows } = await tx.query(sql('files_insert'), [libraryId, ...namesOf(found), ...contentsOf(found)])
  const ids = rows.map(({ id }) => id)
  await tx.query(sql('progress_give_back'), [ids])
  await tx.query(sql('assignment_give_back'), [ids])
}

function namesOf(found: readonly Found[]): [string[], string[], string[]] {
  const names = found.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  return [found.map(({ path }) => path), names, names.map(extensionOf)]
}

function contentsOf(found: readonly Found[]): [number[], string[], string[]] {
  return [found.map(({ size }) => size), found.map(({ mtimeNs }) => mtimeNs), found.map(({ hash }) => hash)]
}

export type SkippedPath = { readonly path: string; readonly reason: string }

export async function putSkipped(tx: Tx, libraryId: string, skipped: readonly SkippedPath[]): Promise<void> {
  if (skipped.length === 0) return
  const values = [skipped.map(({ path }) => path), skipped.map(({ reason }) => reason)]
  await tx.query(sql('skipped_put'), [libraryId, ...values])
}

export async function removeSkipped(tx: Tx, libraryId: string, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.query(sql('skipped_remove'), [libraryId, paths])
}
