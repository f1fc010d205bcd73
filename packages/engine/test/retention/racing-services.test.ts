import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { spawnRetention } from './support/spawn-retention.ts'
import { size, smallPartitions } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)

test('three processes that drop at once, under load, drop each partition once and lose or repeat no job', async () => {
  const ran = new Map<number, number>()
  const job = defineJob({
    type: 'raced',
    body: z.object({ n: z.number() }),
    retry: { attempts: 3, backoff: () => 1 },
    run: ({ body, attempt }) => {
      if (body.n % 7 === 0 && attempt === 1) throw new Error('again')
      ran.set(body.n, (ran.get(body.n) ?? 0) + 1)
    },
  })
  const services = await Promise.all([1, 2, 3].map(() => spawnRetention(database.url, { keepMs: 800 })))
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await pawl.start()
  const dropped = () => services.flatMap(({ told }) => told.filter(({ name }) => name === 'retention.drop'))
  let n = 0
  await until('many partitions were dropped', async () => {
    await pawl.enqueueMany(
      job,
      Array.from({ length: 50 }, () => ({ n: n++ })),
    )
    return dropped().length >= 10
  })
  await until('all ran', () => ran.size === n)
  for (const service of services) await service.end()
  expect(Math.max(...ran.values())).toBe(1)
  const numbers = dropped().map(({ partition }) => partition)
  expect(new Set(numbers).size).toBe(numbers.length)
  const told = services.flatMap((service) => service.told)
  const troubles = told.filter(({ name }) => name === 'error' || name === 'sweep.repair')
  // whoever has waited for a lock in vain, as on a machine that is busy, comes again
  expect(troubles.filter(({ message }) => !/lock timeout/.test(String(message)))).toEqual([])
})
