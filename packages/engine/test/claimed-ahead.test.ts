import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

const left = async (): Promise<number> =>
  (await database.sql(`select count(*)::int as left from pawl.jobs where status not in ('succeeded', 'cancelled')`))[0]
    .left

const handedBack = async (): Promise<number> =>
  (await database.sql(`select count(*)::int as back from pawl.outcome where kind = 'deferred'`))[0].back

/** A worker whose slots all run slow jobs and that has claimed others ahead, as those before were fast. */
async function hoarding(slots = 1) {
  const ran = new Set<string>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const uneven = defineJob({
    type: 'uneven',
    body: z.object({ slow: z.boolean() }),
    run: (job) => {
      ran.add(job.id)
      return job.body.slow && released
    },
  })
  const options = {
    url: database.url,
    jobs: [uneven],
    // the silence limit is far away: this is about claims, not about what a busy machine makes of heartbeats
    worker: { silenceMs: 60_000 },
    queues: { uneven: { concurrency: slots } },
  }
  const hoarder = testPawl(options)
  let ahead = 0
  hoarder.on('job.claim', (event) => {
    ahead = event.ahead
  })
  await hoarder.start()
  await until('its handlers are fast enough for it to claim ahead', async () => {
    await hoarder.enqueueMany(uneven, Array(100).fill({ slow: false }))
    await until('they have ended', async () => (await left()) === 0)
    return ahead > 0
  })
  ahead = 0
  const bodies = [...Array(slots).fill({ slow: true }), ...Array(50 * slots).fill({ slow: false })]
  const jobs = await hoarder.enqueueMany(uneven, bodies)
  await until('it has claimed others ahead', () => ahead > 0)
  const [slow, ...fast] = jobs.map(({ id }) => id)
  return { hoarder, options, release, ran, slow: slow!, fast }
}

test.each([1, 40])(
  'what was claimed ahead and waits behind slow handlers goes back, once, and another worker runs it: %i slots',
  async (slots) => {
    const before = await handedBack()
    const { hoarder, options, release } = await hoarding(slots)
    await until('they went back', async () => (await handedBack()) > before)
    let claims = 0
    hoarder.on('job.claim', () => {
      claims++
    })
    await testPawl(options).start()
    await until('only the slow ones are left', async () => (await left()) === slots)
    expect(claims).toBe(0)
    release()
    await until('they have ended', async () => (await left()) === 0)
    const [{ deferrals }] = await database.sql('select max(deferrals) as deferrals from pawl.jobs')
    expect(deferrals).toBe(1)
    await hoarder.stop()
  },
)

test('a job that is cancelled after it was claimed ahead does not run', async () => {
  const { hoarder, release, ran, slow, fast } = await hoarding()
  const heard = new Set<string>()
  hoarder.on('job.abort', ({ id }) => heard.add(id))
  const [first, ...others] = fast
  expect(await hoarder.cancel(first!)).toMatchObject({ cancelled: true })
  // notifications keep their order: with the second the worker has heard of the first
  await hoarder.cancel(slow)
  await until('its worker has heard of it', () => heard.has(slow))
  release()
  await until('the others have ended', async () => (await left()) === 0)
  expect(ran.has(first!)).toBe(false)
  expect(others.every((id) => ran.has(id))).toBe(true)
})
