import { expect, test } from 'vitest'
import { comic } from '../support/plain-archives.ts'
import { scanBench } from '../support/scan-bench.ts'

const bench = scanBench()
const { write, scan, database } = bench
const series = () =>
  database.sql(
    'select name, apart_key, year, publisher, file_count from series where deleted_at is null order by name, apart_key',
  )

test('one name is one series across folders, however it is written, with a publisher or without', async () => {
  write('Batman (2011)/Batman 001.cbz', comic({}, '1'))
  write('Batman (2016)/Batman 001.cbz', comic({ series: 'BATMAN', publisher: 'DC Comics', volume: 2016 }))
  write('DC/bat man/2.cbz', comic({ series: '  Batman ', publisher: 'DC' }))
  write('Über/1.cbz', comic({}, 'nfc'))
  write('U\u0308ber (2020)/2.cbz', comic({}, 'nfd'))
  await scan()
  expect(await series()).toEqual([
    { name: 'Batman', apart_key: '', year: 2011, publisher: 'DC Comics', file_count: 3 },
    { name: 'Über', apart_key: '', year: 2020, publisher: null, file_count: 2 },
  ])
})

test('a library may keep years, ComicInfo volumes and publishers apart', async () => {
  await database.sql('update library set keep_years_apart = true, keep_publishers_apart = true')
  write('Batman (2011)/Batman 001.cbz', comic({}, '1'))
  write('Batman (2016)/Batman 001.cbz', comic({ series: 'Batman', volume: 3 }))
  write('Batman (2016)/Batman 002.cbz', comic('corrupt'))
  write('Mixed/1.cbz', comic({ series: 'Batman', volume: 2016 }))
  write('Mixed/2.cbz', comic({ series: 'Batman', volume: 2011, publisher: 'DC' }))
  await scan()
  expect(await series()).toEqual([
    { name: 'Batman', apart_key: '2011', year: 2011, publisher: null, file_count: 1 },
    { name: 'Batman', apart_key: '2011/dc', year: 2011, publisher: 'DC', file_count: 1 },
    { name: 'Batman', apart_key: '2016', year: 2016, publisher: null, file_count: 3 },
  ])
})

test('a series is made from its files in the order of their paths: what the first does not say, the next one may', async () => {
  const ids = { comicVineSeriesId: '42', metronSeriesId: '7' }
  write('Saga/1.cbz', comic({ series: 'Saga', genres: ['Space'], year: 2013 }))
  write('Saga/2.cbz', comic({ series: 'SAGA', publisher: 'Image', genres: ['Drama'], tags: ['war'], ...ids }))
  write('Saga/3.cbz', comic({ series: 'Saga', publisher: 'Other', ageRating: 'Mature 17+', language: 'en' }))
  await scan()
  const [made] = await database.sql('select * from series')
  expect(made).toMatchObject({ name: 'Saga', year: 2013, publisher: 'Image', genres: ['Space'], tags: ['war'] })
  expect(made).toMatchObject({ age_rating: 'Mature 17+', language: 'en', comicvine_id: '42', metron_id: '7' })
})

test('issues stand in the order of volume and number, specials at the end', async () => {
  for (const number of ['10', '2', '½', '1.MU', '1', '-1'])
    write(`Saga/${number} a.cbz`, comic({ series: 'Saga', number }))
  write('Saga/Saga Annual.cbz', comic({}, 'annual'))
  await scan()
  const rows = await database.sql(
    'select coalesce(number, name) as number from file f join file_metadata m on m.file_id = f.id order by f.sort_key',
  )
  expect(rows.map(({ number }) => number)).toEqual(['-1', '½', '1', '1.MU', '2', '10', 'Saga Annual.cbz'])
  expect(await database.sql('select f.name from series s join file f on f.id = s.first_file_id')).toEqual([
    { name: '-1 a.cbz' },
  ])
})

test('nobody can make a second series of one name, whatever order is broken', async () => {
  write('Saga/1.cbz', comic())
  await scan()
  await expect(
    database.sql(`insert into series (library_id, name, name_key) select library_id, 'SAGA', name_key from series`),
  ).rejects.toMatchObject({ code: '23505' })
})

test('a series that is shown without files, or hidden with some, is refused by the table itself', async () => {
  write('Saga/1.cbz', comic())
  await scan()
  await expect(database.sql('update series set file_count = 0')).rejects.toMatchObject({ code: '23514' })
  await expect(database.sql('update series set deleted_at = now()')).rejects.toMatchObject({ code: '23514' })
})
