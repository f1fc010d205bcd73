import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { blocksOf, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

const claim = (limit: number) =>
  `select * from pawl.claim($1, 1, array[$2::int], '{1}', '{0}', '{work}', '{${limit}}', '{${limit}}', '{null}', '{null}', '{1}', array[''])`
const append = `insert into pawl.attempt (lane, body, max_attempts) select $1, 'null', 3 from generate_series(1, $2::int)`
const settle = `insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt where lane = $1`

test('an idle claim, and a claim of one, touch as many blocks after a large finished history as after a small one', async () => {
  const worker = await ledger.worker()
  const client = await database.connect()

  /** A lane whose history is so many transactions of so many jobs, claimed by the hundred, all settled. */
  async function costsAfter(...history: [transactions: number, jobs: number][]) {
    const lane = await ledger.lane()
    for (const [transactions, jobs] of history) {
      for (let i = 0; i < transactions; i++) {
        await client.query(append, [lane, jobs])
        for (let claimed = 0; claimed < jobs; claimed += 100) await client.query(claim(100), [worker.id, lane])
      }
    }
    await client.query(settle, [lane])
    await client.query('vacuum analyze pawl.attempt, pawl.lease, pawl.outcome')
    const cost = () => blocksOf(client, claim(10), [worker.id, lane])
    // what is made anew after an analyze, plans and all, is not counted
    await client.query(append, [lane, 1])
    await cost()
    const idle = await leastBlocksOf(client, claim(10), [worker.id, lane])
    const one: number[] = []
    // the least of three: a connection may have to read the catalog anew at any time
    for (let i = 0; i < 3; i++) {
      await client.query(append, [lane, 1])
      one.push(await cost())
    }
    return { idle, one: Math.min(...one) }
  }

  const small = await costsAfter([2, 10], [1, 200])
  // many transactions, and a last one that is large: the cursor stands at its end
  const large = await costsAfter([200, 100], [1, 60_000])
  // the trees are a level or two higher, and that is all
  expect(large.idle).toBeLessThanOrEqual(small.idle + 20)
  expect(large.one).toBeLessThanOrEqual(small.one + 40)
  expect(small.idle).toBeGreaterThan(0)
})
