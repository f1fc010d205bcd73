import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFolder } from '../../src/walk/read-folder.ts'
import { brokenPromises } from '../support/library-state.ts'
import { comic, plainArchives } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { database, write, scan } = bench
const { sql } = database
const files = () => sql('select id, relative_path, series_id from file order by id')

/** Archives on a drive that leaves as the first of them is read: an empty folder is left where it was. */
function leavingDrive() {
  const archives = plainArchives()
  let isThere = true
  const inspect: typeof archives.inspect = (path) => {
    if (isThere) {
      renameSync(bench.root, `${bench.root}-away`)
      mkdirSync(bench.root)
      isThere = false
    }
    return archives.inspect(path)
  }
  return { ...archives, inspect }
}

function plugIn(): void {
  rmSync(bench.root, { recursive: true })
  renameSync(`${bench.root}-away`, bench.root)
}

test('a drive that leaves after the walk removes nothing, neither in this scan nor in the next', async () => {
  for (const n of [1, 2, 3]) write(`Saga/${n}.cbz`, comic({}, String(n)))
  await scan()
  const before = await files()
  // all are to be read anew
  await sql(`update file set status = 'pending', has_metadata = false`)
  await expect(scan({ archives: leavingDrive() })).rejects.toThrow(/has no comics in it.*nothing was removed/)
  await expect(scan()).rejects.toThrow(/has no comics in it, and 3 are on record: nothing was removed/)
  plugIn()
  expect(await scan()).toMatchObject({ filesNew: 0, filesRemoved: 0 })
  expect(await files()).toEqual(before)
})

test('what could not be read while a drive was away for a moment is not removed when it is back', async () => {
  for (const n of [1, 2, 3]) write(`Saga/${n}.cbz`, comic({}, String(n)))
  await scan()
  const before = await files()
  await sql(`update file set status = 'pending', has_metadata = false`)
  // when the scan looks at the folder again
  const backThen = (path: string) => {
    if (existsSync(`${bench.root}-away`)) plugIn()
    return readFolder(path)
  }
  expect(await scan({ archives: leavingDrive(), readFolder: backThen })).toMatchObject({ filesRemoved: 0 })
  await scan()
  expect(await files()).toEqual(before)
  expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
})
