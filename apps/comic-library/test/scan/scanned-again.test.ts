import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFolder } from '../../src/walk/read-folder.ts'
import { brokenPromises, libraryState } from '../support/library-state.ts'
import { comic, plainArchives } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { database, write, move, remove, scan } = bench
const { sql } = database
const paths = async () =>
  (await sql('select relative_path from file order by relative_path')).map((row) => row.relative_path)
const idOf = async (path: string) =>
  Number((await sql('select id from file where relative_path = $1 and status = $2', [path, 'indexed']))[0]?.id)

test('a first scan puts files into series, and a second one without changes reads and writes nothing', async () => {
  write('Saga (2012)/Saga 001.cbz', comic({ series: 'Saga', number: '1' }))
  write('Saga (2012)/Saga 002.cbz', comic({}, '2'))
  write('Loose 007.cbz', comic({}, '7'))
  const first = await scan()
  expect(first).toMatchObject({
    filesFound: 3,
    filesNew: 3,
    fromComicInfo: 1,
    fromFolderNames: 1,
    fromFileNames: 1,
    seriesNew: 2,
    seriesExisting: 0,
  })
  expect(first).toMatchObject({ filesLinked: 3, seriesLinked: 2, coversMade: 3, warnings: 0 })
  expect(await sql('select name, file_count, year from series order by name')).toEqual([
    { name: 'Loose', file_count: 1, year: null },
    { name: 'Saga', file_count: 2, year: 2012 },
  ])
  const versions =
    'select xmin::text, id from file union all select xmin::text, file_id from file_metadata order by 2, 1'
  const before = await sql(versions)
  const read: string[] = []
  const second = await scan({ archives: plainArchives((path) => read.push(path)) })
  expect(second).toMatchObject({ filesFound: 3, filesNew: 0, filesLinked: 0, coversMade: 0 })
  expect(read).toEqual([])
  expect(await sql(versions)).toEqual(before)
})

test('a file that was renamed, moved or renumbered keeps its reading state', async () => {
  for (const n of [1, 2, 3]) write(`Saga/Saga 00${n}.cbz`, comic({}, String(n)))
  await scan()
  const ids = await Promise.all([1, 2, 3].map((n) => idOf(`Saga/Saga 00${n}.cbz`)))
  const [{ id: reader }] = await sql(`insert into reader (name) values ('Ada') returning id`)
  await sql('insert into reading_progress (reader_id, file_id, page) values ($1, $2, 7)', [reader, ids[1]])
  // each takes the place of the next, from the last on
  for (const n of [3, 2, 1]) move(`Saga/Saga 00${n}.cbz`, `Saga/Saga 00${n + 1}.cbz`)
  expect(await scan()).toMatchObject({ filesNew: 0, filesMoved: 3, filesRemoved: 0 })
  expect(await Promise.all([2, 3, 4].map((n) => idOf(`Saga/Saga 00${n}.cbz`)))).toEqual(ids)
  move('Saga/Saga 003.cbz', 'Elsewhere/Another name 1.cbz')
  expect(await scan()).toMatchObject({ filesNew: 0, filesMoved: 1, filesLinked: 1, seriesNew: 1 })
  const [row] = await sql('select relative_path, page from reading_progress p join file f on f.id = p.file_id')
  expect(row).toEqual({ relative_path: 'Elsewhere/Another name 1.cbz', page: 7 })
  expect(await sql('select name, files_read from series_progress p join series s on s.id = p.series_id')).toEqual([
    { name: 'Elsewhere', files_read: 0 },
  ])
})

test('two files that exchange their names keep what was read of each', async () => {
  write('A/1.cbz', comic({}, 'one'))
  write('A/2.cbz', comic({}, 'two'))
  await scan()
  const [one, two] = [await idOf('A/1.cbz'), await idOf('A/2.cbz')]
  move('A/1.cbz', 'A/between')
  move('A/2.cbz', 'A/1.cbz')
  move('A/between', 'A/2.cbz')
  await scan()
  expect([await idOf('A/1.cbz'), await idOf('A/2.cbz')]).toEqual([two, one])
})

test('a copy is a file of its own, also when the one it was made from was touched', async () => {
  write('B/1.cbz', comic())
  await scan()
  const id = await idOf('B/1.cbz')
  write('B/1.cbz', comic(), Date.UTC(2024, 1, 1))
  write('A/1.cbz', comic())
  const read: string[] = []
  expect(await scan({ archives: plainArchives((path) => read.push(path)) })).toMatchObject({
    filesNew: 1,
    filesTouched: 1,
  })
  expect(await idOf('B/1.cbz')).toBe(id)
  expect(read).toEqual([`${bench.root}/A/1.cbz`])
})

test('a file that was copied, and removed where it was by a later scan, is read on where it is', async () => {
  write('Saga/1.cbz', comic({}, '1'))
  await scan()
  const [{ id: reader }] = await sql(`insert into reader (name) values ('Cy') returning id`)
  const id = await idOf('Saga/1.cbz')
  await sql('insert into reading_progress (reader_id, file_id, page, completed_at) values ($1, $2, 2, now())', [
    reader,
    id,
  ])
  write('Elsewhere/1.cbz', comic({}, '1'))
  await scan()
  remove('Saga')
  await scan()
  expect(
    await sql(
      `select f.relative_path, p.page, s.name, sp.files_read
       from reading_progress p join file f on f.id = p.file_id join series s on s.id = f.series_id
       join series_progress sp on sp.series_id = s.id and sp.reader_id = p.reader_id
       where p.reader_id = $1`,
      [reader],
    ),
  ).toEqual([{ relative_path: 'Elsewhere/1.cbz', page: 2, name: 'Elsewhere', files_read: 1 }])
})

test('a number that is longer than any number is kept, and does not keep its file out of its series', async () => {
  const number = Array.from({ length: 3_000 }, (_, i) => (i * 7_919).toString(36)).join('')
  write('Saga/1.cbz', comic({ series: 'Saga', number }))
  expect(await scan()).toMatchObject({ filesLinked: 1 })
  expect(await sql('select number from file_metadata')).toEqual([{ number }])
})

test('a file with other content is read anew and keeps its place', async () => {
  write('Saga/1.cbz', comic({ series: 'Saga' }))
  await scan()
  const id = await idOf('Saga/1.cbz')
  write('Saga/1.cbz', comic({ series: 'Other', publisher: 'Image' }))
  expect(await scan()).toMatchObject({ filesChanged: 1, seriesNew: 1, filesLinked: 1 })
  expect(await idOf('Saga/1.cbz')).toBe(id)
  expect(await sql('select name, file_count, deleted_at is null as listed from series order by name')).toEqual([
    { name: 'Other', file_count: 1, listed: true },
    { name: 'Saga', file_count: 0, listed: false },
  ])
})

test('a series without files is hidden, and comes back with them, and so does what was read', async () => {
  write('Saga/1.cbz', comic({}, '1'))
  write('Other/1.cbz', comic({}, 'o'))
  await scan()
  const [{ id: reader }] = await sql(`insert into reader (name) values ('Bo') returning id`)
  await sql('insert into reading_progress (reader_id, file_id, page) values ($1, $2, 3)', [
    reader,
    await idOf('Saga/1.cbz'),
  ])
  const [{ id }] = await sql(`select id from series where name = 'Saga'`)
  remove('Saga')
  expect(await scan()).toMatchObject({ filesOrphaned: 1, filesRemoved: 1 })
  expect(await paths()).toEqual(['Other/1.cbz'])
  write('Saga/1.cbz', comic({}, '1'))
  expect(await scan()).toMatchObject({ filesNew: 1, seriesNew: 0, seriesExisting: 1 })
  expect(await sql(`select id, file_count, deleted_at from series where name = 'Saga'`)).toEqual([
    { id, file_count: 1, deleted_at: null },
  ])
  expect(await sql('select page from reading_progress where reader_id = $1', [reader])).toEqual([{ page: 3 }])
})

test('a folder that is suddenly empty, or gone, ends the scan and removes nothing', async () => {
  write('Saga/1.cbz', comic())
  await scan()
  const before = await libraryState(database)
  renameSync(bench.root, `${bench.root}-away`)
  await expect(scan()).rejects.toThrow(/cannot be read \(ENOENT\): nothing was removed/)
  mkdirSync(bench.root)
  await expect(scan()).rejects.toThrow(/has no comics in it, and 1 is on record: nothing was removed/)
  expect(await libraryState(database)).toEqual(before)
  expect(await scan({ input: { mayBeEmpty: true } })).toMatchObject({ filesRemoved: 1 })
  expect(await paths()).toEqual([])
})

test('of a folder that cannot be read at the moment the record stands, and it is told of', async () => {
  write('Saga/1.cbz', comic({}, '1'))
  write('Other/1.cbz', comic({}, 'o'))
  await scan()
  // whoever runs as root may read everything: the disk itself must refuse
  const refusing = (path: string) =>
    path.endsWith('Saga/') ? Promise.reject(Object.assign(new Error('refused'), { code: 'EIO' })) : readFolder(path)
  expect(await scan({ readFolder: refusing })).toMatchObject({ filesOrphaned: 0, filesRemoved: 0 })
  expect(await sql('select relative_path, reason from skipped')).toEqual([
    { relative_path: 'Saga/', reason: 'folder-unreadable' },
  ])
  await scan()
  expect(await paths()).toEqual(['Other/1.cbz', 'Saga/1.cbz'])
  expect(await sql('select from skipped')).toEqual([])
})

test('links are not followed, junk is left alone, and what cannot be read is told of', async () => {
  write('Saga/1.cbz', comic())
  write('Saga/.hidden.cbz', comic())
  write('@eaDir/1.cbz', comic())
  write('Saga/book.pdf', 'pdf')
  bench.folder.write('outside/2.cbz', comic({}, 'outside'))
  symlinkSync(`${bench.folder.path}/outside`, `${bench.root}/linked`)
  symlinkSync(`${bench.folder.path}/outside/2.cbz`, `${bench.root}/Saga/2.cbz`)
  expect(await scan()).toMatchObject({ filesFound: 1 })
  expect(await sql('select relative_path, reason from skipped order by 1')).toEqual([
    { relative_path: 'Saga/2.cbz', reason: 'link' },
    { relative_path: 'Saga/book.pdf', reason: 'unsupported-format' },
    { relative_path: 'linked', reason: 'link' },
  ])
})

test('a folder on record that became a link since is not read', async () => {
  write('Saga/1.cbz', comic())
  write('Other/1.cbz', comic({}, 'o'))
  const read: string[] = []
  const archives = plainArchives((path) => read.push(path))
  await scan({ archives })
  write('Saga/2.cbz', comic({}, '2'))
  // right after the walk has listed it
  const swapping = async (path: string) => {
    const found = await readFolder(path)
    if (path.endsWith('Saga/')) {
      renameSync(`${bench.root}/Saga`, `${bench.folder.path}/stolen`)
      symlinkSync(`${bench.folder.path}/stolen`, `${bench.root}/Saga`)
    }
    return found
  }
  read.length = 0
  await scan({ readFolder: swapping, archives }).catch(() => {})
  expect(read).toEqual([])
  bench.folder.remove('stolen')
})

test('a broken archive gets a warning and the name of its folder, and the scan goes on', async () => {
  write('Batman (2016)/Batman 001.cbz', comic('corrupt'))
  write('Batman (2016)/Batman 002.cbz', comic({ series: 'Batman', number: '2', publisher: 'DC Comics' }))
  expect(await scan()).toMatchObject({ warnings: 1, seriesNew: 1, filesLinked: 2, coversMade: 1, coversFailed: 1 })
  expect(await sql('select name, publisher, file_count from series')).toEqual([
    { name: 'Batman', publisher: 'DC Comics', file_count: 2 },
  ])
  expect(await sql('select warning_code, number from file_metadata order by number')).toEqual([
    { warning_code: 'corrupt', number: '1' },
    { warning_code: null, number: '2' },
  ])
  expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
})

test('a file that may not be read is told of, and known once it may', async () => {
  write('Saga/1.cbz', comic())
  write('Saga/2.cbz', comic({}, '2'))
  chmodSync(`${bench.root}/Saga/2.cbz`, 0o000)
  const found = await scan()
  // root may read it all the same
  if (process.getuid?.() !== 0) {
    expect(found).toMatchObject({ filesNew: 1 })
    expect(await sql('select reason from skipped')).toEqual([{ reason: 'file-unreadable' }])
    chmodSync(`${bench.root}/Saga/2.cbz`, 0o644)
    await scan()
  }
  expect(await paths()).toEqual(['Saga/1.cbz', 'Saga/2.cbz'])
  expect(await sql('select from skipped')).toEqual([])
})
