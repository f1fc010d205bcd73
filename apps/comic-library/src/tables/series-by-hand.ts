import { sqlBeside } from '@pawl/app'
import { PawlError, type Tx } from 'pawl'
import { seriesKey } from '../names/series-key.ts'
import { holdLibrary } from './libraries.ts'
import { makeSeries, type SeriesName } from './series-names.ts'
import { recountSeries } from './series-totals.ts'

const sql = sqlBeside(import.meta.url)

type SpokenOf = {
  readonly id: number
  readonly libraryId: number
  readonly name: string
  readonly nameKey: string
  readonly apartKey: string
}

/** What a split takes out of a series: files one by one, or all that are in a folder, those to come too. */
export type SplitOff = { readonly files: readonly number[] } | { readonly folder: string }

/** One series joins another, with its files, and its name is that of the other from now on, in every scan. */
export async function mergeSeries(tx: Tx, from: number, into: number): Promise<void> {
  if (from === into) throw refuse(`series ${from} cannot join itself: name two`)
  const { libraryId } = await spokenOf(tx, into)
  await holdLibrary(tx, libraryId)
  const [goes, stays] = [await spokenOf(tx, from), await spokenOf(tx, into)]
  if (goes.libraryId !== stays.libraryId) {
    throw refuse(`'${goes.name}' and '${stays.name}' are of two libraries: series join within one`)
  }
  await tx.query(sql('hand_retarget'), [from, into])
  await tx.query(sql('hand_alias_put'), [libraryId, goes.nameKey, goes.apartKey, into])
  await tx.query(sql('hand_move_series'), [from, into])
  await recountSeries(tx, [from, into])
  // it may have joined another one before: by now it stands on its own
  await standAlone(tx, stays)
}

/** Takes a merge back: files that say to be of this series are so again. How many that were. */
export async function unmergeSeries(tx: Tx, id: number): Promise<number> {
  const series = await spokenOf(tx, id)
  await holdLibrary(tx, series.libraryId)
  return standAlone(tx, series)
}

/** Its name is of no other series any more: files of that name come back. */
async function standAlone(tx: Tx, { libraryId, nameKey, apartKey }: SpokenOf): Promise<number> {
  await tx.query(sql('hand_alias_remove'), [libraryId, nameKey, apartKey])
  const { rows } = await tx.query(sql('hand_files_of_name'), [libraryId, nameKey, apartKey])
  return placeFiles(tx, libraryId, idsOf(rows))
}

/** Files become those of a series of this name, in every scan. The id of that series. */
export async function splitSeries(tx: Tx, libraryId: number, name: string, off: SplitOff): Promise<number> {
  const key = seriesKey(name)
  if (key === '') throw refuse('the new series needs a name')
  await holdLibrary(tx, libraryId)
  const aliased = (await tx.query(sql('hand_series_aliased'), [libraryId, key])).rows[0]?.id as number | undefined
  const target =
    aliased ?? ((await tx.query(sql('hand_series_make'), [libraryId, name.trim(), key])).rows[0].id as number)
  const files =
    'files' in off
      ? await assignFiles(tx, libraryId, off.files, target)
      : await assignFolder(tx, libraryId, off.folder, target)
  await placeFiles(tx, libraryId, files)
  return target
}

/** Takes a split back: these files, or those of this folder, are of the series that they say. */
export async function unsplitSeries(tx: Tx, libraryId: number, off: SplitOff): Promise<number> {
  await holdLibrary(tx, libraryId)
  if ('files' in off) {
    const { rows } = await tx.query(sql('hand_unassign_files'), [libraryId, off.files])
    return placeFiles(tx, libraryId, idsOf(rows))
  }
  const folder = plain(off.folder)
  await tx.query(sql('hand_unassign_folder'), [libraryId, folder])
  return placeFiles(tx, libraryId, await filesOfFolder(tx, libraryId, folder))
}

async function spokenOf(tx: Tx, id: number): Promise<SpokenOf> {
  const found = (await tx.query(sql('hand_series'), [[id]])).rows[0] as SpokenOf | undefined
  if (found === undefined) throw new PawlError('not-found', `there is no series ${id}: see pawl comics list`)
  return found
}

async function assignFiles(tx: Tx, libraryId: number, files: readonly number[], series: number): Promise<number[]> {
  const { rows } = await tx.query(sql('hand_assign_files'), [libraryId, files, series])
  if (rows.length === files.length && files.length > 0) return idsOf(rows)
  throw refuse(`a split takes files of one library; of ${files.length} that were named, ${rows.length} are of this one`)
}

async function assignFolder(tx: Tx, libraryId: number, folder: string, series: number): Promise<number[]> {
  const files = await filesOfFolder(tx, libraryId, plain(folder))
  if (files.length === 0)
    throw refuse(`the library has no comics in the folder '${folder}': name it as it is below the library's own`)
  await tx.query(sql('hand_assign_folder'), [libraryId, plain(folder), series])
  return files
}

async function filesOfFolder(tx: Tx, libraryId: number, folder: string): Promise<number[]> {
  const { rows } = await tx.query(sql('hand_files_of_folder'), [libraryId, folder === '' ? '' : `${folder}/`])
  return idsOf(rows)
}

async function placeFiles(tx: Tx, libraryId: number, ids: readonly number[]): Promise<number> {
  const names = (await tx.query(sql('hand_names_without_series'), [ids])).rows as SeriesName[]
  if (names.length > 0) await makeSeries(tx, String(libraryId), names)
  const { placed, touched } = (await tx.query(sql('hand_place_files'), [ids])).rows[0]
  await recountSeries(tx, touched)
  return placed
}

function plain(folder: string): string {
  return folder.replace(/^\/+|\/+$/g, '')
}

function idsOf(rows: readonly { id?: unknown }[]): number[] {
  return rows.map(({ id }) => id as number)
}

function refuse(message: string): PawlError {
  return new PawlError('invalid-split', message)
}
