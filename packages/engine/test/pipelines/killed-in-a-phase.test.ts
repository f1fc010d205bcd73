import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Hold, scan } from '../crashes/fixtures/pipelined.ts'
import { testDatabase } from '../support/database.ts'
import { giveUp } from '../support/give-up.ts'
import { intoQuarantine } from '../support/into-quarantine.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { makeNumbers } from './support/numbers.ts'

const database = testDatabase()
const { url } = database

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

const client = () => testPawl({ url, jobs: [], pipelines: [scan] })
const start = (pawl: ReturnType<typeof client>, subject: string, input: Hold) =>
  pawl.pipelines.start(scan, subject, { input })
const fill = (subject: string) =>
  database.sql('insert into number (id, subject) select n, $1 from generate_series(1, 40) n', [subject])
const isDone = (pawl: ReturnType<typeof client>, subject: string) =>
  until(`the run over ${subject} is done`, async () => (await pawl.pipelines.get(scan, subject))?.state === 'done')
const tally = (subject: string) =>
  database.sql(
    'select double_done as double, square_done as square, count(*)::int as n from number where subject = $1 group by 1, 2',
    [subject],
  )
const once = [{ double: 1, square: 1, n: 40 }]
/** However busy the machine is, none of them is given up but by the test. */
const worker = { silenceMs: 30_000 }

describe.each(['double 15', 'double write 15', 'square 1', 'square write 40'])('at %s', (holdAt) => {
  test('a worker that is killed loses nothing and doubles nothing, and its run goes on where it stood', async () => {
    const pawl = client()
    await fill(holdAt)
    const victim = await startWorker({ url, name: 'victim', jobs: 'pipelined', worker })
    const { job } = await start(pawl, holdAt, { holdIn: 'victim', holdAt })
    await victim.said('held', { at: holdAt })
    await victim.kill()
    await giveUp(database, 'victim')
    const heir = await startWorker({ url, name: 'heir', jobs: 'pipelined', worker })
    await isDone(pawl, holdAt)
    expect(await tally(holdAt)).toEqual(once)
    const [run, ...others] = await pawl.pipelines.runs({ subject: holdAt })
    expect(others).toEqual([])
    // one crash is no reason for the quarantine
    expect(heir.count('pipeline.start', { run: run!.id })).toBe(1)
    expect(run!.job).toBe(job)
    expect(await pawl.result(job)).toMatchObject({
      run: run!.id,
      phases: { double: { done: 40 }, square: { done: 40 } },
    })
    expect(await pawl.job(job)).toMatchObject({ status: 'succeeded', failures: 0, deferrals: 0 })
  })
})

test('a run in quarantine leaves it when it has written a batch, and its job ends when all of it is done', async () => {
  const pawl = client()
  await fill('suspect')
  const { job } = await start(pawl, 'suspect', { holdIn: 'none', holdAt: 'square 1' })
  await intoQuarantine(database, job)
  const worker = await startWorker({ url, name: 'only', jobs: 'pipelined' })
  await isDone(pawl, 'suspect')
  expect(await tally('suspect')).toEqual(once)
  const [run] = await pawl.pipelines.runs({ subject: 'suspect' })
  expect(worker.count('pipeline.start', { run: run!.id })).toBe(2)
  expect(await pawl.result(job)).toMatchObject({ phases: { double: { done: 40 }, square: { done: 40 } } })
  expect(await pawl.job(job)).toMatchObject({ status: 'succeeded', crashes: 0, deferrals: 1 })
})

test('a zombie writes no batch that somebody else has written', async () => {
  const pawl = client()
  await fill('undead')
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'pipelined', worker })
  await start(pawl, 'undead', { holdIn: 'zombie', holdAt: 'double 15' })
  await zombie.said('held')
  zombie.signal('SIGSTOP')
  await giveUp(database, 'zombie')
  await startWorker({ url, name: 'heir', jobs: 'pipelined', worker })
  await isDone(pawl, 'undead')
  zombie.tell('go')
  zombie.signal('SIGCONT')
  await zombie.said('job.lease-lost')
  expect(await tally('undead')).toEqual(once)
})

test('of six processes that start a run over one subject, one works', async () => {
  const pawl = client()
  await fill('crowded')
  const names = Array.from({ length: 6 }, (_, i) => `worker ${i}`)
  const workers = await Promise.all(names.map((name) => startWorker({ url, name, jobs: 'pipelined', worker })))
  const clients = names.map(client)
  const answers = await Promise.all(
    clients.map((each) => start(each, 'crowded', { holdIn: names[0]!, holdAt: 'double 15' })),
  )
  expect(answers.filter(({ started }) => started)).toHaveLength(1)
  expect(new Set(answers.map(({ job }) => job)).size).toBe(1)
  workers[0]!.tell('go')
  await isDone(pawl, 'crowded')
  expect(workers.map((worker) => worker.count('pipeline.start')).filter((starts) => starts > 0)).toEqual([1])
  expect(await tally('crowded')).toEqual(once)
}, 300_000)
