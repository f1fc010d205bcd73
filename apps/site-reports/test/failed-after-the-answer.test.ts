import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { bench } from './support/test-reports.ts'

const database = appDatabase()
const { sql } = database

/** The first so many times that a report is written, its transaction fails: what a crash there would do. */
async function failWrites(times: number): Promise<void> {
  // a sequence counts on through rollbacks
  await sql('create sequence writes')
  await sql(`create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('site_reports.writes') <= ${times} then raise 'not now'; end if;
      return new;
    end $$`)
  await sql('create trigger fail before update of content on report_content for each row execute function fail()')
}

test('an answer that was paid for is kept: an attempt that fails after it does not ask again', async () => {
  const { reportLive, sandbox, pawl } = await bench(database)
  await failWrites(2)
  const done = await reportLive('https://site-1.example/')
  expect(done).toMatchObject({ status: 'completed' })
  expect(sandbox.model.requests.total).toBe(1)
  expect((await pawl.attempts(done.job!)).map(({ outcome }) => outcome)).toEqual([
    'retryable',
    'retryable',
    'succeeded',
  ])
})
