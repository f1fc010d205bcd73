import { expect, test } from 'vitest'
import { coinBench } from '../support/coin-bench.ts'
import { until } from '../support/until.ts'

const { sql, market, open, states } = coinBench()
const due = () => sql('update collection set next_at = now()')
const rows = () => sql('select intake_id::int as coin, source_id::int as source from scrape_job order by 1, 2')
/** The schedule has put off all pairs of the sources that this process knows. */
const checked = () =>
  until('no pair is due', async () => {
    const [{ pairs }] = await sql(
      `select count(*)::int as pairs from collection where next_at <= now() and source_id in (1, 2)`,
    )
    return pairs === 0
  })

test('a coin that is inserted by SQL alone is looked for at each source that has credentials', async () => {
  await sql(`insert into coin_intakes (series, year) values ('Mercury', 1916)`)
  await open()
  await states('succeeded', 'succeeded')
  expect(await rows()).toEqual([
    { coin: 2, source: 1 },
    { coin: 2, source: 2 },
  ])
  expect(market.asked).toHaveLength(2)
})

test('a pair has at most one open job from the schedule, however often it is due', async () => {
  await open()
  await sql(`update sources set enabled = false where name = 'ebay-insights'`)
  await sql(`update sources set rate_limit_per_minute = 0.001 where name = 'ebay-browse'`)
  await sql(`update pawl.bucket set tokens = 0 where source = 'ebay-browse'`)
  for (let i = 0; i < 3; i++) {
    await due()
    await until(
      'it was checked',
      async () => (await sql('select next_at > now() as later from collection where source_id = 1'))[0].later,
    )
  }
  expect(await rows()).toEqual([{ coin: 1, source: 1 }])
  await states('pending')
})

test('a second open job from the schedule is refused by a constraint; an operator may insert several', async () => {
  await sql('insert into scrape_job (intake_id, source_id, is_scheduled) values (1, 1, true)')
  const second = sql('insert into scrape_job (intake_id, source_id, is_scheduled) values (1, 1, true)')
  await expect(second).rejects.toThrow(/scrape_job_scheduled_once/)
  await sql('insert into scrape_jobs (intake_id, source_id) values (1, 1), (1, 1)')
  await sql(`update scrape_job set status = 'failed', completed_at = now() where is_scheduled`)
  await sql('insert into scrape_job (intake_id, source_id, is_scheduled) values (1, 1, true)')
})

test('a pair with an open job of an operator, a sold coin, and a coin that cannot be searched get no job', async () => {
  await sql(`insert into coin_intakes (status, series, year) values ('sold', 'Mercury', 1916)`)
  await sql(`insert into coin_intakes (grade) values ('MS65')`)
  await sql(`insert into scrape_job (intake_id, source_id, job) values (1, 1, 'job_999999999')`)
  await due()
  await open()
  await checked()
  expect(await rows()).toEqual([
    { coin: 1, source: 1 },
    { coin: 1, source: 2 },
  ])
})
