import { inTransaction } from '@pawl/app'
import type { Tx } from 'pawl'
import { expect, test } from 'vitest'
import { holdLibrary } from '../src/tables/libraries.ts'
import { mergeSeries, unmergeSeries } from '../src/tables/series-by-hand.ts'
import { recountSeries } from '../src/tables/series-totals.ts'
import { appDatabase } from './support/app-database.ts'
import { addLibraryRow, addSeriesRows } from './support/rows.ts'

const database = appDatabase()
const db = database.pool

/** Resolves when a session waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await db.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0].n > 0) return
  }
}

test('somebody who merges or parts series while a scan counts them waits, and neither is refused', async () => {
  const library = await addLibraryRow(db)
  const one = await addSeriesRows(db, library, 'One', [{ number: '1' }])
  const two = await addSeriesRows(db, library, 'Two', [{ number: '2' }])
  for (const say of [(tx: Tx) => mergeSeries(tx, two.id, one.id), (tx: Tx) => unmergeSeries(tx, two.id)]) {
    let said: Promise<unknown> | undefined
    await inTransaction(db, async (scan) => {
      await holdLibrary(scan, library.id)
      said = inTransaction<unknown>(db, say)
      said.catch(() => {})
      await untilWaiting()
      await recountSeries(scan, [one.id, two.id])
    })
    await said
  }
  const { rows } = await db.query('select file_count from comic_library.series where library_id = $1', [library.id])
  expect(rows).toEqual([{ file_count: 1 }, { file_count: 1 }])
})
