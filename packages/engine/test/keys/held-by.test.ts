import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type Enqueued, fixed } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()

test('what meets a held key learns what the job that holds it is doing, on every path', async () => {
  const go = gate()
  const job = defineJob({
    type: 'held',
    body: z.object({ how: z.string() }),
    key: ({ how }) => how,
    keyMode: 'forever',
    retry: { attempts: 2, backoff: fixed({ delayMs: 3_600_000 }) },
    async run({ body: { how } }) {
      if (how === 'running') await go.passed
      if (how === 'retryable') throw new Error('not yet')
      if (how === 'dead') throw Object.assign(new Error('never'), { status: 400 })
    },
  })
  const inHandler: Enqueued[] = []
  const parent = defineJob({
    type: 'parent',
    body: z.object({}),
    run: (attempt) =>
      attempt.commit(async () => {
        inHandler.push(await attempt.enqueue(job, { how: 'dead' }))
      }),
  })
  const pawl = testPawl({ url: database.url, jobs: [job, parent] })
  const hows = ['succeeded', 'running', 'retryable', 'dead'] as const
  const first = await pawl.enqueueMany(
    job,
    hows.map((how) => ({ how })),
  )
  await pawl.start()
  for (const [i, how] of hows.entries()) await reaches(pawl, first[i]!.id, how === 'dead' ? 'failed' : how)
  await pawl.enqueue(job, { how: 'scheduled' }, { delayMs: 3_600_000 })
  await pawl.cancel((await pawl.enqueue(job, { how: 'cancelled' }, { delayMs: 3_600_000 })).id)

  const all = [...hows, 'scheduled', 'cancelled']
  for (const how of all) expect(await pawl.enqueue(job, { how })).toMatchObject({ duplicate: true, heldBy: how })
  const many = await pawl.enqueueMany(
    job,
    [...all, 'new', 'new'].map((how) => ({ how })),
  )
  expect(many.map(({ heldBy }) => heldBy)).toEqual([...all, undefined, 'pending'])

  const client = await database.connect()
  await client.query('begin')
  expect(await pawl.enqueue(job, { how: 'dead' }, { tx: client })).toMatchObject({ duplicate: true, heldBy: 'dead' })
  await client.query('rollback')
  const { id } = await pawl.enqueue(parent, {})
  await reaches(pawl, id, 'succeeded')
  expect(inHandler).toMatchObject([{ duplicate: true, heldBy: 'dead' }])
  go.open()
})
