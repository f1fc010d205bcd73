import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import { Registry } from '../../src/runtime/registry.ts'
import { Sweep } from '../../src/runtime/sweep.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('under a busy mixed load a sweep that never stops finds nothing to repair', async () => {
  const job = defineJob({
    type: 'mixed',
    body: z.object({ n: z.number() }),
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
  const repairs: PawlEvents['sweep.repair'][] = []
  const events = new Events()
  events.on('sweep.repair', (event) => void repairs.push(event))
  const registry = new Registry([job], {})
  const options = { url: database.url, jobs: [job], queues: { mixed: { concurrency: 8 } } }
  const pawls = [testPawl(options), testPawl(options)]
  for (const pawl of pawls) await pawl.start()

  let working = true
  let sweeps = 0
  const sweeping = (async () => {
    const sweep = new Sweep({ runner: ledger.runner, events, registry, workerKeepMs: 60_000 })
    while (working) {
      await sweep.runOnce()
      sweeps++
    }
  })()
  const ids: string[] = []
  for (let n = 0; n < 1_500; n++) {
    const { id } = await pawls[n % 2]!.enqueue(job, { n }, n % 17 === 0 ? { delayMs: 5 } : {})
    ids.push(id)
    if (n % 19 === 0) await pawls[0]!.cancel(id)
    if (n % 101 === 0) {
      const dead = await pawls[1]!.deadLetters.list({ limit: 20 })
      await pawls[1]!.deadLetters.replayMany(dead.slice(0, 10).map((letter) => letter.id))
      await pawls[1]!.deadLetters.discard(dead.slice(10).map((letter) => letter.id))
    }
  }
  await until('nothing waits or runs', async () => {
    const [{ open }] = await database.sql(
      `select (select count(*) from pawl.later) + (select count(*) from pawl.attempt a
         where not exists (select from pawl.outcome o where o.pos = a.pos)) as open`,
    )
    return Number(open) === 0
  })
  working = false
  await sweeping
  expect(sweeps).toBeGreaterThan(3)
  expect(new Set(ids).size).toBeGreaterThan(100)
  expect(repairs).toEqual([])
  for (const pawl of pawls) {
    expect(pawl.counts.filter(({ name }) => name === 'sweep.repair' || name === 'job.reclaim')).toEqual([])
  }
  // and nothing is left behind that a sweep would not see
  expect(await database.sql('select from pawl.group_slot')).toEqual([])
  expect(
    await database.sql(`select from pawl.key k where not exists (select from pawl.dead d where d.job_id = k.job_id)`),
  ).toEqual([])
})
