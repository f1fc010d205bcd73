import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defineStages, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database
const names = ['one', 'two', 'three', 'four']
const items = 30

test('items that are cancelled and submitted again while they move are in one stage, and no stage takes effect for a cancelled one', async () => {
  await database.sql('create table effect (item text not null, round int not null, stage text not null)')
  const report = defineStages(
    'racing',
    names.map((name) =>
      stage(name, {
        run: () => pause(Math.random() * 3),
        write: (tx, _result, { item, input }: StageItem<{ round: number }>) =>
          tx.query('insert into effect values ($1, $2, $3)', [item, input.round, name]),
      }),
    ),
  )
  const pawls = [1, 2].map(() => testPawl({ url, jobs: [], pipelines: [report] }))
  const client = testPawl({ url, jobs: [], pipelines: [report] })
  await Promise.all(pawls.map((pawl) => pawl.start()))
  const all = Array.from({ length: items }, (_, i) => `item ${i}`)
  const cancelled = new Set<string>()
  let noted: Promise<unknown> = Promise.resolve()
  /** How many effects it has had so far. */
  const note = (item: string, round: number) => {
    const sql = `insert into effect select $1, $2, 'seen ' || count(*) from effect where item = $1 and round = $2`
    noted = noted.then(() => database.sql(sql, [item, round]))
    return noted
  }
  for (let round = 1; round <= 3; round++) {
    await Promise.all(all.map((item) => client.pipelines.submit(report, item, { round })))
    await Promise.all(
      all.map(async (item, i) => {
        await pause(Math.random() * 150)
        const answer = await pawls[i % 2]!.pipelines.cancel(report, item)
        if (!answer.cancelled) return
        cancelled.add(`${item} ${round}`)
        // nothing of it takes effect from here on
        await note(item, round)
      }),
    )
    // in one look: between two an item that runs may be moved on to where the first one has looked already
    await until('all have ended', async () => {
      const open = await database.sql('select from pawl.pipeline_item where ended_as is null')
      return open.length === 0
    })
  }
  const rows = await database.sql(
    `select item || ' ' || round as leg, count(*) filter (where stage not like 'seen%')::int as effects,
            count(distinct stage) filter (where stage not like 'seen%')::int as stages, max(substr(stage, 6)) filter (where stage like 'seen%') as seen
       from effect group by 1`,
  )
  // one effect a stage; a cancelled item has what it had when the cancel was answered, the others have all
  expect(rows.filter(({ effects, stages }) => effects !== stages)).toEqual([])
  expect(
    rows.filter(({ leg, effects, seen }) => effects !== (cancelled.has(leg) ? Number(seen) : names.length)),
  ).toEqual([])
  expect(cancelled.size).toBeGreaterThan(0)
  expect(await client.deadLetters.list()).toEqual([])
  const failures = pawls.flatMap((pawl) => pawl.counts).filter(({ labels }) => labels.outcome === 'retryable')
  expect(failures).toEqual([])
}, 300_000)

test('a cancel that comes while an item is being moved waits for that, and cancels it in its next stage', async () => {
  const [begun, go] = [gate(), gate()]
  const effects: string[] = []
  const report = defineStages('held', [
    stage('first', {
      run() {},
      async write() {
        begun.open()
        await go.passed
        effects.push('first')
      },
    }),
    stage('second', { run() {}, write: async () => effects.push('second') }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', {})
  // what moves on has nobody to run it until the cancel has been answered
  await pawl.queues.pause('held.second')
  await pawl.start()
  await begun.passed
  const cancelled = pawl.pipelines.cancel(report, 'one')
  await until('it waits for the move', async () => {
    const rows = await database.sql(
      `select from pg_stat_activity where application_name = 'pawl pipeline' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length === 1
  })
  go.open()
  expect(await cancelled).toEqual({ cancelled: true, state: 'cancelled' })
  await pawl.queues.resume('held.second')
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'cancelled', stage: 'second' })
  await until('nothing runs', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect(effects).toEqual(['first'])
})
