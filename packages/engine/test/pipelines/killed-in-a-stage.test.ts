import { beforeAll, beforeEach, expect, test } from 'vitest'
import { paced, report } from '../crashes/fixtures/pipelined.ts'
import { testDatabase } from '../support/database.ts'
import { giveUp } from '../support/give-up.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'

const database = testDatabase()
const { url } = database

beforeAll(() => database.sql('create table effect (item text not null, stage text not null)'))
beforeEach(() => database.sql('truncate effect'))

/** However busy the machine is, none of them is given up but by the test. */
const worker = { silenceMs: 30_000 }
const client = () => testPawl({ url, jobs: [], pipelines: [report, paced] })
const effects = async (item: string) =>
  (await database.sql('select stage from effect where item = $1 order by stage', [item])).map(({ stage }) => stage)
const isDone = (pawl: ReturnType<typeof client>, item: string) =>
  until(`${item} is done`, async () => (await pawl.pipelines.get(report, item))?.state === 'done')

test('a worker that is killed in any stage, or while it moves an item on, loses nothing and doubles nothing', async () => {
  const pawl = client()
  // those that hold a transaction last: they leave fewer connections to the others on their way
  const places = ['fetch', 'form', 'ask', 'ask write', 'form write', 'fetch write']
  const victim = await startWorker({ url, name: 'victim', jobs: 'pipelined', worker })
  for (const holdAt of places) {
    await pawl.pipelines.submit(report, `killed in ${holdAt}`, { holdIn: 'victim', holdAt })
    await victim.said('held', { at: holdAt })
  }
  await victim.kill()
  await giveUp(database, 'victim')
  await startWorker({ url, name: 'heir', jobs: 'pipelined', worker })
  for (const place of places) {
    await isDone(pawl, `killed in ${place}`)
    expect(await effects(`killed in ${place}`)).toEqual(['ask', 'fetch', 'form'])
  }
})

test('a zombie cannot move an item on that somebody else has moved', async () => {
  const pawl = client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'pipelined', worker })
  await pawl.pipelines.submit(report, 'undead', { holdIn: 'zombie', holdAt: 'form' })
  await zombie.said('held', { at: 'form' })
  zombie.signal('SIGSTOP')
  await giveUp(database, 'zombie')
  await startWorker({ url, name: 'heir', jobs: 'pipelined', worker })
  await isDone(pawl, 'undead')
  const before = await pawl.pipelines.get(report, 'undead')
  // in its pipe when it wakes up: its stage ends before it can have heard that it was given up
  zombie.tell('go')
  zombie.signal('SIGCONT')
  await zombie.said('job.lease-lost')
  expect(await effects('undead')).toEqual(['ask', 'fetch', 'form'])
  expect(await pawl.pipelines.get(report, 'undead')).toEqual(before)
})

test('an item that was cancelled while its worker was frozen stays cancelled', async () => {
  const pawl = client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'pipelined', worker })
  await pawl.pipelines.submit(report, 'late', { holdIn: 'zombie', holdAt: 'form' })
  await zombie.said('held', { at: 'form' })
  zombie.signal('SIGSTOP')
  expect(await pawl.pipelines.cancel(report, 'late')).toMatchObject({ cancelled: true })
  zombie.tell('go')
  zombie.signal('SIGCONT')
  // what comes next shows that it has come to the end of the other
  await pawl.pipelines.submit(report, 'next', {})
  await isDone(pawl, 'next')
  await until('nothing of it runs', async () => {
    const rows = await database.sql(`select from pawl.jobs where type like 'held-report.%' and status = 'running'`)
    return rows.length === 0
  })
  expect(await effects('late')).toEqual(['fetch'])
  expect(await pawl.pipelines.get(report, 'late')).toMatchObject({ state: 'cancelled' })
})

test('the start rate of a stage is a ceiling over all processes', async () => {
  const pawl = client()
  // starts are forgotten when they count no more
  await database.sql('create table start_seen as select * from pawl.start')
  await database.sql(`create function see_start() returns trigger language plpgsql as $$
    begin insert into start_seen values (new.*); return null; end $$`)
  await database.sql('create trigger see_start after insert on pawl.start for each row execute function see_start()')
  for (let i = 0; i < 6; i++) await pawl.pipelines.submit(paced, `paced ${i}`, {})
  await Promise.all(['a', 'b', 'c'].map((name) => startWorker({ url, name, jobs: 'pipelined', worker })))
  await until('all are done', async () => (await pawl.pipelines.items(paced, { state: 'done' })).length === 6)
  const [counts] = await database.sql(
    `select sum(starts)::int as starts, max(within)::int as within
       from (select starts, sum(starts) over (order by at range between interval '2999 ms' preceding and current row) as within
               from start_seen where queue = 'paced.only') s`,
  )
  expect(counts.within).toBe(3)
  expect(counts.starts).toBe(6)
})
