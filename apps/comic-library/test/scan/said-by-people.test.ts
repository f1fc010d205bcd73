import { expect, test } from 'vitest'
import { mergeSeries, splitSeries, unmergeSeries, unsplitSeries } from '../../src/tables/series-by-hand.ts'
import { brokenPromises } from '../support/library-state.ts'
import { comic } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { write, move, remove, scan, database } = bench
const { pool, sql } = database

const series = async () => {
  expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
  const rows = await sql('select name, file_count from series where deleted_at is null order by name')
  return Object.fromEntries(rows.map(({ name, file_count }) => [name, file_count]))
}
const idOf = async (name: string) => Number((await sql('select id from series where name = $1', [name]))[0].id)
const library = () => Number(bench.id)

const filesAt = async (paths: string) => {
  const files = await sql('select id from file where relative_path like $1', [paths])
  return files.map(({ id }) => Number(id))
}
const splitOff = async (name: string, paths: string) =>
  splitSeries(pool, library(), name, { files: await filesAt(paths) })

async function fill(): Promise<void> {
  for (const year of [2011, 2016]) {
    for (const n of [1, 2]) write(`Batman (${year})/Batman 00${n}.cbz`, comic({}, `${year} ${n}`))
  }
  write('Dark Knight/1.cbz', comic({}, 'dark'))
  await scan()
}

test('series that were merged stay so, also for files that come later', async () => {
  await fill()
  await mergeSeries(pool, await idOf('Dark Knight'), await idOf('Batman'))
  expect(await series()).toEqual({ Batman: 5 })
  write('Dark Knight/2.cbz', comic({}, 'dark 2'))
  write('Dark Knight/1.cbz', comic({}, 'changed'))
  await scan()
  expect(await series()).toEqual({ Batman: 6 })
  expect(await unmergeSeries(pool, await idOf('Dark Knight'))).toBe(2)
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 2 })
  await scan()
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 2 })
})

test('two series that were merged one way and then the other end in the last one', async () => {
  await fill()
  const [dark, batman] = [await idOf('Dark Knight'), await idOf('Batman')]
  await mergeSeries(pool, dark, batman)
  await mergeSeries(pool, batman, dark)
  expect(await series()).toEqual({ 'Dark Knight': 5 })
  write('Batman (2011)/Batman 003.cbz', comic({}, 'later'))
  await scan()
  expect(await series()).toEqual({ 'Dark Knight': 6 })
})

test('a series that had joined another stands on its own when a third one joins it, before and after a scan', async () => {
  await fill()
  write('Gotham/1.cbz', comic({}, 'gotham'))
  await scan()
  await mergeSeries(pool, await idOf('Dark Knight'), await idOf('Batman'))
  await mergeSeries(pool, await idOf('Gotham'), await idOf('Dark Knight'))
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 2 })
  await sql(`update file set status = 'pending', has_metadata = false`)
  await scan()
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 2 })
})

test('a folder that was split off stays so, also for files that come later or are moved there', async () => {
  await fill()
  await splitSeries(pool, library(), 'Batman (2016)', { folder: 'Batman (2016)' })
  expect(await series()).toEqual({ Batman: 2, 'Batman (2016)': 2, 'Dark Knight': 1 })
  write('Batman (2016)/Batman 003.cbz', comic({}, 'later'))
  move('Batman (2011)/Batman 002.cbz', 'Batman (2016)/Batman 009.cbz')
  await scan()
  expect(await series()).toEqual({ Batman: 1, 'Batman (2016)': 4, 'Dark Knight': 1 })
  await unsplitSeries(pool, library(), { folder: 'Batman (2016)/' })
  expect(await series()).toEqual({ Batman: 5, 'Dark Knight': 1 })
})

test('files that were split off stay so when they are moved, and their old series goes on without them', async () => {
  await fill()
  const files = await sql(`select id from file where relative_path like 'Batman (2011)/%'`)
  const ids = files.map(({ id }) => Number(id))
  const made = await splitSeries(pool, library(), 'New 52', { files: ids })
  expect(await series()).toEqual({ Batman: 2, 'New 52': 2, 'Dark Knight': 1 })
  move('Batman (2011)', 'Elsewhere')
  await scan()
  expect(await series()).toEqual({ Batman: 2, 'New 52': 2, 'Dark Knight': 1 })
  expect(await splitSeries(pool, library(), 'new 52', { files: [ids[0]!] })).toBe(made)
  await unsplitSeries(pool, library(), { files: ids })
  expect(await series()).toEqual({ Batman: 2, Elsewhere: 2, 'Dark Knight': 1 })
})

test('files that were split off are so again when they were removed and come back, wherever that is', async () => {
  await fill()
  await splitOff('New 52', 'Batman (2011)/%1.cbz')
  await splitOff('Detective', 'Batman (2011)/%2.cbz')
  remove('Batman (2011)')
  await scan()
  expect(await series()).toEqual({ Batman: 2, 'Dark Knight': 1 })
  await mergeSeries(pool, await idOf('Detective'), await idOf('Dark Knight'))
  write('Batman (2011)/Batman 001.cbz', comic({}, '2011 1'))
  write('Elsewhere/2.cbz', comic({}, '2011 2'))
  await scan()
  expect(await series()).toEqual({ Batman: 2, 'Dark Knight': 2, 'New 52': 1 })
  await unsplitSeries(pool, library(), { files: await filesAt('Batman (2011)/%') })
  expect(await series()).toEqual({ Batman: 3, 'Dark Knight': 2 })
})

test('a file that was split off, copied, and removed by a later scan is split off where it is left', async () => {
  await fill()
  await splitOff('New 52', 'Batman (2011)/%1.cbz')
  write('Copies/1.cbz', comic({}, '2011 1'))
  await scan()
  expect(await series()).toEqual({ Batman: 3, Copies: 1, 'Dark Knight': 1, 'New 52': 1 })
  remove('Batman (2011)/Batman 001.cbz')
  await scan()
  expect(await series()).toEqual({ Batman: 3, 'Dark Knight': 1, 'New 52': 1 })
  write('Batman (2011)/Batman 001.cbz', comic({}, '2011 1'))
  await scan()
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 1, 'New 52': 1 })
})

test('a split is taken back in its own library alone', async () => {
  await fill()
  const [{ id }] = await sql(`select id from file where relative_path = 'Batman (2011)/Batman 001.cbz'`)
  await splitSeries(pool, library(), 'New 52', { files: [Number(id)] })
  expect(await unsplitSeries(pool, library() + 1, { files: [Number(id)] })).toBe(0)
  expect(await series()).toEqual({ Batman: 3, 'New 52': 1, 'Dark Knight': 1 })
})

test('what makes no sense is refused, and says what to do', async () => {
  await fill()
  const batman = await idOf('Batman')
  await expect(mergeSeries(pool, batman, batman)).rejects.toThrow(/cannot join itself/)
  await expect(mergeSeries(pool, batman, 999_999)).rejects.toThrow(/there is no series 999999/)
  await expect(splitSeries(pool, library(), 'X', { folder: 'Nowhere' })).rejects.toThrow(/no comics in the folder/)
  await expect(splitSeries(pool, library(), 'X', { files: [] })).rejects.toThrow(/files of one library/)
  expect(await series()).toEqual({ Batman: 4, 'Dark Knight': 1 })
})
