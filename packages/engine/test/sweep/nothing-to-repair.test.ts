import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../../src/index.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { Registry } from '../../src/runtime/registry.ts'
import { Sweep } from '../../src/runtime/sweep.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const body = z.object({ n: z.number() })

const mixed = defineJob({
  type: 'mixed',
  body,
  key: ({ n }) => `key-${n % 40}`,
  group: ({ n }) => `group-${n % 7}`,
  groupConcurrency: 2,
  retry: { attempts: 3, backoff: () => 1 },
  async run({ body: { n }, attempt, commit, defer }) {
    if (n % 5 === 0 && attempt === 1) throw new Error('again')
    if (n % 11 === 0) throw new Error('never')
    if (n % 13 === 0 && Math.random() < 0.5) return defer(1)
    if (n % 3 === 0) await commit(async () => {})
    return undefined
  },
})
const replaced = defineJob({
  type: 'replaced',
  body,
  key: ({ n }) => `replaced-${n % 3}`,
  onDuplicate: 'reschedule',
  group: ({ n }) => `group-${n % 7}`,
  run() {},
})
const parent = defineJob({ type: 'parent', body, retry: { attempts: 1 }, run() {} })
const ticked = defineJob({ type: 'ticked', body: z.object({}), run() {} })
const checked = defineJob({ type: 'checked', body: z.object({ id: z.number() }), key: ({ id }) => `${id}`, run() {} })
const jobs = [mixed, replaced, parent, ticked, checked]
const schedules = [
  // each tick has its job, however slow the machine is: none is passed over as late
  defineSchedule({ name: 'ticks', everyMs: 100, missed: 'all', job: ticked, body: () => ({}) }),
  defineSchedule({
    name: 'checks',
    everyMs: 50,
    job: checked,
    batch: 3,
    due: `update series set next_check_at = now() + interval '100 ms'
           where id in (select id from series where next_check_at <= now() limit $1 for update skip locked) returning id`,
    body: (row: { id: number }) => ({ id: row.id }),
  }),
]
let replacements = 0
const failures = ['fail', 'ignore', 'wait'] as const

/** One of many calls: jobs of all kinds, and what people do to them. */
async function call(n: number, pawl: Pawl, ids: string[]): Promise<void> {
  const startBefore = new Date(Date.now() + (n % 23 === 0 ? -1_000 : 20))
  const late = n % 23 === 0 || n % 29 === 0 ? { startBefore } : {}
  const { id } = await pawl.enqueue(mixed, { n }, { ...(n % 17 === 0 ? { delayMs: 5 } : {}), ...late })
  ids.push(id)
  if (n % 4 === 0) {
    // one in two pushes the job far away, and the next one of its key brings it back
    const { replaced: took } = await pawl.enqueue(replaced, { n }, { delayMs: n % 8 === 0 ? 3_600_000 : 1 })
    if (took) replacements++
  }
  if (n % 6 === 0) await pawl.enqueue(parent, { n }, { after: ids.slice(-4), onFailed: failures[(n / 6) % 3]! })
  if (n % 19 === 0) await pawl.cancel(id)
  if (n % 101 === 0) {
    const dead = await pawl.deadLetters.list({ limit: 20 })
    await pawl.deadLetters.replayMany(dead.slice(0, 10).map((letter) => letter.id))
    await pawl.deadLetters.discard(dead.slice(10).map((letter) => letter.id))
  }
}

const count = async (sql: string) => Number((await database.sql(`select count(*) as n from ${sql}`))[0].n)

test('under a busy mixed load a sweep that never stops finds nothing to repair', async () => {
  await database.sql('create table series (id int primary key, next_check_at timestamptz not null default now())')
  await database.sql('insert into series select generate_series(1, 10)')
  const repairs: PawlEvents['sweep.repair'][] = []
  const events = new Events()
  events.on('sweep.repair', (event) => void repairs.push(event))
  // a machine that is slow for a while has not lost its workers
  const worker = { silenceMs: 300_000 }
  const options = { url: database.url, jobs, schedules, queues: { mixed: { concurrency: 8 } }, worker }
  const pawls = [testPawl(options), testPawl(options)]
  for (const pawl of pawls) await pawl.start()

  let working = true
  let sweeps = 0
  const sweeping = (async () => {
    const registry = new Registry(jobs, {})
    const sweep = new Sweep({ runner: ledger.runner, reader: ledger.runner, events, registry, workerKeepMs: 60_000 })
    while (working) {
      await sweep.runOnce()
      sweeps++
    }
  })()
  const ids: string[] = []
  for (let n = 0; n < 600; n += 5) {
    await Promise.all([0, 1, 2, 3, 4].map((i) => call(n + i, pawls[i % 2]!, ids)))
  }
  await until('both schedules have fired often', async () => {
    const [row] = await database.sql(`select count(*) filter (where type = 'ticked')::int as ticked,
      count(*) filter (where type = 'checked')::int as checked from pawl.attempt a join pawl.lane l on l.id = a.lane`)
    return row.ticked > 5 && row.checked > 10
  })
  for (const n of [0, 1, 2]) await pawls[0]!.enqueue(replaced, { n }, { onDuplicate: 'replace', delayMs: 0 })
  for (const { name } of schedules) await pawls[0]!.schedules.pause(name)
  await until(
    'nothing waits or runs',
    async () => {
      // those that wait for a decision on a dead letter get one
      const dead = await pawls[0]!.deadLetters.list({ limit: 1_000 })
      await pawls[0]!.deadLetters.discard(dead.filter(({ type }) => type === 'mixed').map(({ id }) => id))
      const open = await count('pawl.attempt a where not exists (select from pawl.outcome o where o.pos = a.pos)')
      return open + (await count('pawl.later')) === 0
    },
    { withinMs: 240_000 },
  )
  working = false
  await sweeping
  expect(sweeps).toBeGreaterThan(3)
  expect(new Set(ids).size).toBeGreaterThan(100)
  // the load was as mixed as it says
  const reasons = await database.sql('select distinct reason from pawl.dead order by 1')
  expect(reasons.map(({ reason }) => reason)).toEqual(['dependency', 'exhausted', 'expired'])
  expect(replacements).toBeGreaterThan(0)
  expect(await count(`pawl.dependency where ended_as is not null`)).toBeGreaterThan(0)

  expect(repairs).toEqual([])
  for (const pawl of pawls) {
    expect(Object.values(pawl.repairs)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(pawl.counts.filter(({ name }) => name === 'sweep.repair' || name === 'job.reclaim')).toEqual([])
  }
  // and nothing is left behind that a sweep would not see
  expect(await count('pawl.group_slot')).toBe(0)
  expect(await count('pawl.waiter')).toBe(0)
  expect(await count('pawl.key k where not exists (select from pawl.dead d where d.job_id = k.job_id)')).toBe(0)
}, 360_000)
