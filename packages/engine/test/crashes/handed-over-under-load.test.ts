import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

const { url } = database
const handedOver = async () => {
  const [row] = await database.sql(
    `select count(*)::int as count from pawl.lease l join pawl.lease b
         on b.lane = l.lane and b.turn = l.turn - 1 and b.standby and b.claim = l.claim & 4294967295 and l.positions <> '{}'`,
  )
  return row.count as number
}
const standsBy = async () => {
  const [newest] = await database.sql('select standby from pawl.lease order by turn desc limit 1')
  return newest.standby as boolean
}
/** A few ms after its last job a worker does, unless another one was in its way. */
const soonStandsBy = () => until('one stands by', standsBy, { withinMs: 500 }).catch(() => {})

test('jobs that are handed over, and claimed by several workers, some of which leave or hear nothing for a while, run once', async () => {
  const queues = { effect: { concurrency: 2 } }
  const start = (name: string) => startWorker({ url, name, jobs: 'effect', queues })
  const [leaving] = await Promise.all(['a', 'b', 'c'].map(start))
  const senders = [effects.client(), effects.client(), effects.client()]
  const ids: string[] = []
  const send = async (sender: (typeof senders)[number], count: number) => {
    for (let i = 0; i < count; i++) ids.push((await sender.enqueue(effect, {})).id)
  }
  for (let round = 0; round < 12 || (await handedOver()) < 20; round++) {
    await Promise.all(senders.map((sender) => send(sender, 5)))
    if (round % 3 === 2) {
      await database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'pawl listen' order by random() limit 1`,
      )
    }
    if (round === 5) leaving!.signal('SIGTERM')
    for (const sender of senders) {
      await effects.ended(ids.slice(-15))
      await soonStandsBy()
      await send(sender, 1)
    }
  }
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: ids.length })
  expect(await leaving!.exited).toEqual({ code: 0, signal: null })
  const crashed = await database.sql(`select from pawl.outcome where kind = 'crashed'`)
  expect(crashed, 'nobody had to take anything back').toEqual([])
}, 240_000)
