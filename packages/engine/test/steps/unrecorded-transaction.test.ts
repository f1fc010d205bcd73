import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed, LeaseLostError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const seen = () => database.sql('select what from written order by n')

test('writes as often as it is called, keeps no record, and its follow-ups are part of it', async () => {
  await database.sql('create table written (n serial, what text not null)')
  const after = defineJob({ type: 'after', body: z.object({ n: z.number() }), run() {} })
  const writer = defineJob({
    type: 'writer',
    body: z.object({}),
    retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
    async run(job) {
      await job.transaction(async (tx) => {
        await tx.query('insert into written (what) values ($1)', [`attempt ${job.attempt}`])
        await job.enqueue(after, { n: job.attempt })
      })
      const refused = job.transaction(async (tx) => {
        await tx.query(`insert into written (what) values ('never')`)
        await job.enqueue(after, { n: 99 })
        throw new Error('changed its mind')
      })
      await expect(refused).rejects.toThrow('changed its mind')
      if (job.attempt === 1) throw new Error('again')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [after, writer] })
  const { id } = await pawl.enqueue(writer, {})
  await pawl.start()
  await reaches(pawl, id, 'succeeded')
  expect(await seen()).toEqual([{ what: 'attempt 1' }, { what: 'attempt 2' }])
  const followUps = await until('both follow-ups have run', async () => {
    const rows = await database.sql(
      `select body from pawl.jobs where type = 'after' and status = 'succeeded' order by number`,
    )
    return rows.length === 2 && rows
  })
  expect(followUps.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }])
  expect(await database.sql('select from pawl.step')).toEqual([])
})

test('one whose attempt was taken away writes nothing, and the handler learns of it', async () => {
  await database.sql('truncate written')
  const [begun, go] = [gate(), gate()]
  const thrown = gate<unknown>()
  const slow = defineJob({
    type: 'slow',
    body: z.object({}),
    async run(job) {
      begun.open()
      await go.passed
      await job
        .transaction((tx) => tx.query(`insert into written (what) values ('zombie')`))
        .catch((error) => thrown.open(error))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [slow], worker: { pollMs: 60_000 } })
  const { id } = await pawl.enqueue(slow, {})
  await pawl.start()
  await begun.passed
  // as a reclaim does, without telling anybody
  await database.sql(`insert into pawl.outcome (pos, kind) select position, 'crashed' from pawl.jobs where id = $1`, [
    id,
  ])
  go.open()
  expect(await thrown.passed).toBeInstanceOf(LeaseLostError)
  expect(await seen()).toEqual([])
})

test('one whose connection breaks while it is committed says that nobody knows, when it is over', async () => {
  await database.sql('truncate written')
  // the commit itself ends its own session
  await database.sql(`create function hang_up() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await database.sql(`create constraint trigger hang_up after insert on written deferrable initially deferred
    for each row when (new.what = 'cut') execute function hang_up()`)
  const thrown = gate<unknown>()
  const cut = defineJob({
    type: 'cut',
    body: z.object({}),
    async run(job) {
      await job
        .transaction((tx) => tx.query(`insert into written (what) values ('cut')`))
        .catch((error) => thrown.open(error))
      await job.transaction((tx) => tx.query(`insert into written (what) values ('goes on')`))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [cut] })
  const { id } = await pawl.enqueue(cut, {})
  await pawl.start()
  expect(await thrown.passed).toMatchObject({ code: 'commit-unknown' })
  await reaches(pawl, id, 'succeeded')
  expect(await seen()).toEqual([{ what: 'goes on' }])
})
