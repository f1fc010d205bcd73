import { expect, test } from 'vitest'
import type { Attempt } from '../src/runtime/worker/attempt.ts'
import { Pool, type PoolOptions } from '../src/runtime/worker/pool.ts'

test('an attempt whose handler has returned at once is held until what it left to write is written', async () => {
  let written = () => {}
  const writing = new Promise<void>((resolve) => {
    written = resolve
  })
  const settled: Attempt[] = []
  const pool = new Pool({
    queue: 'work',
    concurrency: 1,
    startRate: undefined,
    batch: 1,
    runner: {
      run(attempt: Attempt) {
        attempt.returned = true
        return { kind: 'succeeded' }
      },
    },
    settler: { isBehind: false, add: (attempt: Attempt) => settled.push(attempt) },
    events: { heard: () => false },
    onHungry() {},
    beforeSettle: () => writing,
  } as unknown as PoolOptions)
  const attempt = { definition: {}, row: {} } as Attempt
  pool.offer([attempt])
  expect({ busy: pool.busy, settled }).toEqual({ busy: true, settled: [] })
  expect([...pool.running]).toEqual([attempt])
  written()
  await writing
  await new Promise((resolve) => setImmediate(resolve))
  expect({ busy: pool.busy, settled }).toEqual({ busy: false, settled: [attempt] })
})
