import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

/** An error that throws in turn when this field of it is read. */
function throwing(field: string): Error {
  return Object.defineProperty(new Error('odd'), field, {
    get() {
      throw new Error(`nobody reads my ${field}`)
    },
  })
}

const unreadable = new Proxy(new Error('odd'), {
  getPrototypeOf() {
    throw new Error('nobody asks what I am')
  },
})

test('a classifier or a backoff that throws is told of, and the job is retried as if there were none', async () => {
  const faulty = defineJob({
    type: 'faulty',
    body: z.object({}),
    retry: {
      attempts: 2,
      backoff() {
        throw new Error('no idea how long')
      },
    },
    run() {
      throw new Error('the handler failed')
    },
  })
  const told: string[] = []
  const pawl = testPawl({
    url: database.url,
    jobs: [faulty],
    classifyError() {
      throw new Error('no idea which class')
    },
  })
  pawl.on('service.error', ({ error }) => told.push((error as Error).message))
  await pawl.start()
  const { id } = await pawl.enqueue(faulty, {})
  const job = await reaches(pawl, id, 'failed')
  expect(job).toMatchObject({ failures: 2, error: { message: 'the handler failed', class: 'retryable' } })
  const [first, second] = await pawl.attempts(id)
  expect(first).toMatchObject({ outcome: 'retryable', error: { message: 'the handler failed', class: 'retryable' } })
  expect(second!.runAt.getTime() - first!.settledAt!.getTime()).toBeGreaterThanOrEqual(999)
  expect(told).toEqual(['no idea which class', 'no idea how long', 'no idea which class'])
})

test('whatever a handler throws or defers by, its attempt is settled and the worker goes on', async () => {
  const thrown: Record<string, unknown> = {
    nul: new Error('a\u0000b'),
    half: new Error('\ud83d'),
    bare: Object.create(null),
    nothing: undefined,
    'no message': throwing('message'),
    'no stack': throwing('stack'),
    'no code': throwing('code'),
    'no name': throwing('name'),
    'no cause': Object.assign(new Error('caused'), { cause: unreadable }),
    unreadable,
    'no text': {
      toString() {
        throw new Error('no text')
      },
    },
  }
  const odd = defineJob({
    type: 'odd',
    body: z.object({ how: z.string() }),
    retry: { attempts: 1 },
    run(job) {
      if (job.body.how === 'defer') return job.defer(0, 'until \u0000')
      if (job.body.how === 'for ever') return job.defer(Number.POSITIVE_INFINITY)
      throw thrown[job.body.how]
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [odd] })
  await pawl.start()
  const hows = [...Object.keys(thrown), 'for ever']
  const ids = await pawl.enqueueMany(
    odd,
    hows.map((how) => ({ how })),
  )
  for (const [i, { id }] of ids.entries()) {
    await until(`${hows[i]} is failed`, async () => (await pawl.job(id))?.status === 'failed')
  }
  const { id } = await pawl.enqueue(odd, { how: 'defer' })
  await until(
    'a deferral whose reason cannot be kept comes back',
    async () => ((await pawl.job(id))?.deferrals ?? 0) > 1,
  )
})

test('only job.defer defers: what merely looks like a deferral is a result', async () => {
  const lookalike = defineJob({
    type: 'lookalike',
    body: z.object({ ms: z.string() }),
    retry: { attempts: 1 },
    run: (job) => ({ deferMs: job.body.ms === '10n' ? 10n : Number(job.body.ms), reason: 'by hand' }),
  })
  const pawl = testPawl({ url: database.url, jobs: [lookalike] })
  await pawl.start()
  const [plain, big] = await pawl.enqueueMany(lookalike, [{ ms: '60000' }, { ms: '10n' }])
  expect(await pawl.result(plain!.id)).toEqual({ deferMs: 60_000, reason: 'by hand' })
  await expect(pawl.result(big!.id)).rejects.toThrow(/BigInt/i)
})

test('what a handler returns may throw at whoever looks at it: its attempt fails and the worker goes on', async () => {
  const refuse = (what: string) => () => {
    throw new Error(`nobody asks ${what}`)
  }
  const returned: Record<string, unknown> = {
    unasked: new Proxy({}, { get: refuse('what is in me') }),
    nameless: new Proxy({}, { getPrototypeOf: refuse('what I am') }),
  }
  const odd = defineJob({
    type: 'odd return',
    body: z.object({ name: z.string() }),
    retry: { attempts: 1 },
    run: ({ body }) => returned[body.name],
  })
  const pawl = testPawl({ url: database.url, jobs: [odd] })
  await pawl.start()
  for (const [name, message] of [
    ['unasked', 'nobody asks what is in me'],
    ['nameless', 'nobody asks what I am'],
  ]) {
    const { id } = await pawl.enqueue(odd, { name: name! })
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { message } })
  }
  const { id } = await pawl.enqueue(odd, { name: 'nothing' })
  await reaches(pawl, id, 'succeeded')
})
