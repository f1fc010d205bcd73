import { expect, test } from 'vitest'
import { holdLibrary } from '../src/tables/libraries.ts'
import { moveForward, setProgress } from '../src/tables/reading.ts'
import { mergeSeries } from '../src/tables/series-by-hand.ts'
import { recountSeries } from '../src/tables/series-totals.ts'
import { appDatabase } from './support/app-database.ts'
import { addLibraryRow, addReaderRow, addSeriesRows } from './support/rows.ts'

const database = appDatabase()
const db = database.pool

/** Resolves when so many sessions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0].n >= count) return
  }
}

const progressOf = async (reader: number) =>
  (
    await db.query(
      'select series_id::int as series, files_read as read, next_file_id::int as next from comic_library.series_progress where reader_id = $1 order by 1',
      [reader],
    )
  ).rows

test('an issue that a scan gives to another series while it is being read is counted there', async () => {
  const library = await addLibraryRow(db)
  const old = await addSeriesRows(db, library, 'Old', [{ number: '1' }, { number: '2' }])
  const other = await addSeriesRows(db, library, 'Other', [{ number: '9' }])
  const reader = await addReaderRow(db)
  const scan = await db.connect()
  try {
    await scan.query('begin')
    await holdLibrary(scan, library.id)
    await scan.query('update comic_library.file set series_id = $2 where id = $1', [old.issues[0], other.id])
    const reading = setProgress(db, reader, old.issues[0]!, { page: 3 })
    await untilWaiting(1)
    await recountSeries(scan, [old.id, other.id])
    await scan.query('commit')
    expect(await reading).toMatchObject({ page: 3 })
  } finally {
    scan.release()
  }
  expect(await progressOf(reader)).toEqual([{ series: other.id, read: 1, next: other.issues[0] }])
})

test('whoever reads on while series are merged is counted in the one that stays', async () => {
  const library = await addLibraryRow(db)
  const many = Array.from({ length: 10 }, (_, i) => ({ number: String(i + 1) }))
  const [one, two] = [await addSeriesRows(db, library, 'One', many), await addSeriesRows(db, library, 'Two', many)]
  const reader = await addReaderRow(db)
  const merge = async () => {
    const client = await db.connect()
    try {
      await client.query('begin')
      await mergeSeries(client, two.id, one.id)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const issues = [...one.issues, ...two.issues]
  const read = issues.map((issue) => moveForward(db, reader, issue, 3))
  await Promise.all([...read, merge()])
  expect(await progressOf(reader)).toEqual([{ series: one.id, read: 20, next: null }])
})
