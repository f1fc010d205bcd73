import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

test('when the oldest of a park gets another time, the next one comes back if more of its type may run', async () => {
  const ends = new Map<number, () => void>()
  const body = z.object({ n: z.number() })
  const pair = defineJob({
    type: 'pair',
    body,
    group: () => 'shared',
    groupConcurrency: 2,
    run: (job) => new Promise<void>((resolve) => ends.set(job.body.n, resolve)),
  })
  const single = defineJob({
    type: 'single',
    body,
    key: () => 'only',
    onDuplicate: 'reschedule',
    group: () => 'shared',
    run() {},
  })
  const pawl = testPawl({ url: database.url, jobs: [pair, single], worker: { pollMs: 3_600_000 } })
  const parked = async () =>
    (await database.sql(`select count(*)::int as n from pawl.later where reason = 'parked'`))[0].n
  await pawl.start()
  for (const n of [1, 2]) {
    await pawl.enqueue(pair, { n })
    await until('it runs', () => ends.has(n))
  }
  await pawl.enqueue(single, { n: 0 })
  await until('the single one is parked', async () => (await parked()) === 1)
  await pawl.enqueue(pair, { n: 3 })
  await until('so is the third', async () => (await parked()) === 2)
  ends.get(1)!()
  // one slot is free now, for which the single one is not enough alone
  await until('the first has ended', async () => (await database.sql('select from pawl.group_slot')).length === 1)
  expect(await parked()).toBe(2)
  await pawl.enqueue(single, { n: 0 }, { delayMs: 3_600_000 })
  await until('the third runs', () => ends.has(3))
  for (const end of ends.values()) end()
})
