import { beforeAll, beforeEach, expect, test } from 'vitest'
import { defineStages, fixed, PermanentError, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database
const retry = { attempts: 1, backoff: fixed({ delayMs: 1 }) }
type Site = StageItem<{ url: string }>

beforeAll(() => database.sql('create table effect (item text not null, stage text not null)'))
beforeEach(() => database.sql('truncate effect'))

const effects = async () =>
  (await database.sql('select item, stage from effect order by item, stage')).map(
    ({ item, stage }) => `${item} ${stage}`,
  )

let count = 0

/** Three stages that each leave a row; a test may put something of its own into one of them. */
function threeStages(own: Record<string, (item: Site) => unknown> = {}) {
  return defineStages(
    `report-${++count}`,
    ['fetch', 'form', 'ask'].map((name) =>
      stage(name, {
        retry,
        run: async (item: Site) => (await own[name]?.(item)) ?? `${name} of ${item.input.url}`,
        write: (tx, _result, item) => tx.query('insert into effect values ($1, $2)', [item.item, name]),
      }),
    ),
  )
}

test('an item goes through all stages, each gets what the ones before came to, and all of it is kept', async () => {
  const seen: unknown[] = []
  const report = threeStages({ ask: ({ results }) => void seen.push(results) })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const moves: string[] = []
  pawl.on('pipeline.move', ({ from, to }) => moves.push(`${from} > ${to}`))
  expect(await pawl.pipelines.submit(report, 'one', { url: 'a.org' })).toMatchObject({
    taken: true,
    state: 'queued',
    stage: 'fetch',
  })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({
    state: 'done',
    stage: 'ask',
    input: { url: 'a.org' },
    results: { fetch: 'fetch of a.org', form: 'form of a.org', ask: 'ask of a.org' },
  })
  expect(seen).toEqual([{ fetch: 'fetch of a.org', form: 'form of a.org' }])
  expect(moves).toEqual(['fetch > form', 'form > ask', 'ask > null'])
  expect(await effects()).toEqual(['one ask', 'one fetch', 'one form'])
  expect(await pawl.pipelines.stages(report)).toMatchObject([
    { stage: 'fetch', open: 0, done: 1 },
    { stage: 'form', open: 0, done: 1 },
    { stage: 'ask', open: 0, done: 1 },
  ])
})

test('of many submits at once one is taken, and none while the item is under way in any stage', async () => {
  const held = gate()
  const report = threeStages({ form: () => held.passed })
  const pawls = [1, 2, 3].map(() => testPawl({ url, jobs: [], pipelines: [report] }))
  const race = await Promise.all(
    Array.from({ length: 30 }, (_, i) => pawls[i % 3]!.pipelines.submit(report, 'race', { url: `${i}` })),
  )
  expect(race.filter(({ taken }) => taken)).toHaveLength(1)
  await pawls[0]!.start()
  await until('it is in the second stage', async () => {
    const item = await pawls[1]!.pipelines.get(report, 'race')
    return item?.stage === 'form' && item.state === 'running'
  })
  expect(await pawls[1]!.pipelines.submit(report, 'race', { url: 'x' })).toMatchObject({ taken: false, stage: 'form' })
  expect(await pawls[2]!.pipelines.retry(report, 'race', { from: 'fetch' })).toMatchObject({ taken: false })
  held.open()
  await until('it is done', async () => (await pawls[1]!.pipelines.get(report, 'race'))?.state === 'done')
  expect(await effects()).toEqual(['race ask', 'race fetch', 'race form'])
  expect(await pawls[1]!.pipelines.submit(report, 'race', { url: 'again' })).toMatchObject({ taken: true })
})

test('an item that has failed is tried again from a stage, with what the stages before came to', async () => {
  let isBroken = true
  const report = threeStages({
    ask() {
      if (isBroken) throw new PermanentError('no model today')
    },
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'two', { url: 'b.org' })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'two')).toMatchObject({ state: 'failed', stage: 'ask' })
  expect(await pawl.pipelines.items(report, { state: 'failed' })).toMatchObject([{ item: 'two', stage: 'ask' }])
  expect(await pawl.pipelines.stages(report)).toMatchObject([{}, {}, { stage: 'ask', open: 1, failed: 1 }])
  isBroken = false
  expect(await pawl.pipelines.retry(report, 'two')).toMatchObject({ taken: true, stage: 'ask' })
  await pawl.drain({ keepOpen: true })
  expect(await effects()).toEqual(['two ask', 'two fetch', 'two form'])
  expect(await pawl.pipelines.retry(report, 'two', { from: 'form' })).toMatchObject({ taken: true, stage: 'form' })
  await pawl.drain({ keepOpen: true })
  expect(await effects()).toEqual(['two ask', 'two ask', 'two fetch', 'two form', 'two form'])
  expect(await pawl.pipelines.get(report, 'two')).toMatchObject({ state: 'done' })
})

test('what cannot be tried again says why', async () => {
  const report = threeStages({
    fetch() {
      throw new PermanentError('gone')
    },
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'bad', { url: 'c.org' })
  await pawl.drain({ keepOpen: true })
  const retried = (from: string) => pawl.pipelines.retry(report, 'bad', { from })
  await expect(retried('ask')).rejects.toThrow("no result of the stage 'fetch'")
  await expect(retried('fetsch')).rejects.toThrow("no stage 'fetsch'; did you mean 'fetch'?")
  await expect(pawl.pipelines.retry(report, 'nobody')).rejects.toThrow("no item 'nobody'")
  await expect(pawl.pipelines.items(report, { state: 'lost' as never })).rejects.toThrow('state is one of')
  await expect(pawl.pipelines.submit(defineStages('other', [stage('a', { run() {} })]), 'x', {})).rejects.toThrow(
    "there is no pipeline 'other'",
  )
})

test('the dead letter of a stage that is replayed takes its item on', async () => {
  let isBroken = true
  const report = threeStages({
    form() {
      if (isBroken) throw new PermanentError('no form')
    },
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'replayed', { url: 'd.org' })
  await pawl.drain({ keepOpen: true })
  isBroken = false
  const { job } = (await pawl.pipelines.get(report, 'replayed'))!
  await pawl.deadLetters.replay(job)
  expect(await pawl.pipelines.get(report, 'replayed')).toMatchObject({ state: 'queued' })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'replayed')).toMatchObject({ state: 'done' })
})

test.each(['fetch', 'form', 'ask'])(
  'an item that is cancelled while it runs in %s leaves nothing of that stage',
  async (where) => {
    const [begun, go] = [gate(), gate()]
    const report = threeStages({
      async [where]() {
        begun.open()
        await go.passed
      },
    })
    const pawl = testPawl({ url, jobs: [], pipelines: [report] })
    await pawl.pipelines.submit(report, 'cancelled', { url: 'e.org' })
    await pawl.start()
    await begun.passed
    expect(await pawl.pipelines.cancel(report, 'cancelled')).toEqual({ cancelled: true, state: 'cancelled' })
    expect(await pawl.pipelines.cancel(report, 'cancelled')).toEqual({ cancelled: false, state: 'cancelled' })
    go.open()
    await until('nothing runs', () => pawl.slots.every(({ state }) => state === 'idle'))
    expect((await effects()).filter((effect) => effect.endsWith(where))).toEqual([])
    expect(await pawl.pipelines.get(report, 'cancelled')).toMatchObject({
      state: 'cancelled',
      stage: where,
      reason: 'asked',
    })
    expect(await pawl.pipelines.submit(report, 'cancelled', { url: 'f.org' })).toMatchObject({ taken: true })
  },
)

test('a stage whose item was removed, or sent back to another stage, ends quietly and writes nothing', async () => {
  for (const how of ['removed', 'taken back'] as const) {
    await database.sql('truncate effect')
    const [begun, go] = [gate(), gate()]
    let runs = 0
    const report = threeStages({
      async form() {
        if (++runs > 1) return
        begun.open()
        await go.passed
      },
    })
    const pawl = testPawl({ url, jobs: [], pipelines: [report] })
    const left: string[] = []
    pawl.on('pipeline.leave', ({ reason }) => left.push(reason))
    await pawl.pipelines.submit(report, how, { url: 'g.org' })
    await pawl.start()
    await begun.passed
    // without telling the stage, as from a process that was never started
    if (how === 'removed') await database.sql('delete from pawl.pipeline_item where item = $1', [how])
    else await database.sql('update pawl.pipeline_item set version = version + 1 where item = $1', [how])
    go.open()
    await until('the stage has left', () => left.length === 1)
    expect([how, left, await effects()]).toEqual([how, [how === 'removed' ? 'deleted' : 'moved'], [`${how} fetch`]])
    expect(await pawl.deadLetters.list({ type: `${report.name}.form` })).toEqual([])
  }
})

test('an item whose row of yours was changed or deleted meanwhile ends quietly; what a stage changes itself does not count', async () => {
  await database.sql('create table site (name text primary key, version int not null)')
  await database.sql(`insert into site select n, 1 from unnest(array['same', 'changed', 'gone']) n`)
  const [begun, go] = [gate(), gate()]
  let waiting = 0
  const bump = `update site set version = version + 1 where name = $1`
  const report = defineStages(
    'checked',
    [
      stage('first', { run() {}, write: (tx, _, { item }) => tx.query(bump, [item]) }),
      stage('second', {
        async run() {
          if (++waiting === 3) begun.open()
          await go.passed
        },
        write: (tx, _, { item }) => tx.query(`insert into effect values ($1, 'second')`, [item]),
      }),
    ],
    {
      version: async (tx, item) =>
        (await tx.query('select version from site where name = $1', [item])).rows[0]?.version,
    },
  )
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  for (const item of ['same', 'changed', 'gone']) await pawl.pipelines.submit(report, item, {})
  await expect(pawl.pipelines.submit(report, 'nobody', {})).rejects.toThrow("no row of yours for the item 'nobody'")
  await pawl.start()
  await begun.passed
  await database.sql(bump, ['changed'])
  await database.sql(`delete from site where name = 'gone'`)
  go.open()
  await until('all have ended', async () =>
    (await pawl.pipelines.items(report)).every(({ state }) => state === 'done' || state === 'cancelled'),
  )
  expect((await pawl.pipelines.items(report)).map(({ item, state, reason }) => [item, state, reason]).sort()).toEqual([
    ['changed', 'cancelled', 'changed'],
    ['gone', 'cancelled', 'deleted'],
    ['same', 'done', null],
  ])
  expect(await effects()).toEqual(['same second'])
})
