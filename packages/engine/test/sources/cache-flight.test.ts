import { beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../src/http/answer.ts'
import { SourceDeferredError } from '../../src/source/source-deferred-error.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'
import { get, pass, type Reply, reply, type TestCache, testCache } from './support/test-cache.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const connections = Array.from({ length: 4 }, () => ledger.connection())
let processes: TestCache[]

beforeEach(async () => {
  await database.sql('truncate pawl.cache_entry, pawl.cache_flight')
  processes = connections.map((connection) => testCache(connection))
})

/** A source whose calls end when the test says so. */
class HeldSource {
  readonly calls: { readonly answer: (reply: Reply) => void; readonly fail: (error: Error) => void }[] = []
  readonly call = (): Promise<Answer> =>
    new Promise((resolve, reject) => {
      this.calls.push({ answer: (given) => resolve(reply(given)), fail: reject })
    })

  async called(times: number) {
    await until(`it was called ${times} times`, () => this.calls.length >= times)
    return this.calls[times - 1]!
  }
}

/** All processes want the same, so often each. `others`: those that do not call. */
function askEverywhere(source: HeldSource, times: number) {
  const callers = new Set<TestCache>()
  const asked = processes.flatMap((one) => {
    const call = () => {
      callers.add(one)
      return source.call()
    }
    return Array.from({ length: times }, () => one.cache.through(get(), call))
  })
  return { asked, others: () => processes.filter((one) => !callers.has(one)) }
}

/** Until each of them has seen that somebody else is at it, and looked again. */
async function wait(...waiting: readonly TestCache[]): Promise<void> {
  const before = waiting.map(({ looks }) => looks())
  await until('all wait', () => waiting.every(({ looks }, i) => looks() >= before[i]! + 3))
}

test('of all that want the same, one calls and the others get what it has kept', async () => {
  const source = new HeldSource()
  const { asked, others } = askEverywhere(source, 5)
  const call = await source.called(1)
  await wait(...others())
  call.answer({ body: 'x' })
  const answers = await Promise.all(asked)
  expect(answers.map(({ cached }) => cached).sort()).toEqual([...Array(19).fill('fresh'), 'no'])
  expect(answers.map((answer) => answer.text())).toEqual(Array(20).fill('x'))
  expect(processes.flatMap(({ hits }) => hits)).toHaveLength(19)
  expect([source.calls.length, processes.flatMap(({ errors }) => errors)]).toEqual([1, []])
  expect(await database.sql('select * from pawl.cache_flight')).toEqual([])
})

test('of those in one process one looks, and the others wait for it', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  const source = new HeldSource()
  const first = one.cache.through(get(), source.call)
  const call = await source.called(1)
  const others = Array.from({ length: 10 }, () => two.cache.through(get(), source.call))
  await until('all have looked', () => two.looks() >= 10)
  const since = two.looks()
  // had each its own turn, ten would look ten times as often as one
  await until('one has looked again', () => two.looks() >= since + 4)
  expect(two.looks()).toBeLessThan(since + 10)
  call.answer({})
  await Promise.all([first, ...others])
  expect(source.calls).toHaveLength(1)
})

test('those who want a stale answer confirmed wait for one, too', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  await one.cache.through(get(), async () => reply({ headers: { etag: '"1"' }, body: 'x' }))
  await pass(database, 60_000)
  const source = new HeldSource()
  const first = one.cache.through(get(), source.call)
  const call = await source.called(1)
  const second = two.cache.through(get(), source.call)
  await wait(two)
  call.answer({ status: 304 })
  expect([(await first).cached, (await second).cached]).toEqual(['revalidated', 'fresh'])
  expect(source.calls).toHaveLength(1)
})

test('a call that fails fails for its caller alone, and the next one calls', async () => {
  const source = new HeldSource()
  const asked = processes.slice(0, 3).map(({ cache }) => cache.through(get(), source.call))
  const outcomes = Promise.allSettled(asked)
  const deferred = new SourceDeferredError('a', 'failed', 0, 'down')
  ;(await source.called(1)).fail(deferred)
  ;(await source.called(2)).fail(new Error('another'))
  ;(await source.called(3)).answer({ body: 'x' })
  const kinds = (await outcomes).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.cached : outcome.reason.message,
  )
  expect(kinds.sort()).toEqual(['another', 'down', 'no'])
})

test('the same holds in one process', async () => {
  const { cache } = processes[0]!
  const source = new HeldSource()
  const outcomes = Promise.allSettled(Array.from({ length: 3 }, () => cache.through(get(), source.call)))
  ;(await source.called(1)).fail(new Error('mine'))
  ;(await source.called(2)).answer({ body: 'x' })
  const kinds = (await outcomes).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.cached : outcome.reason.message,
  )
  expect(kinds.sort()).toEqual(['fresh', 'mine', 'no'])
})

test.each([
  ['is not kept', { 'cache-control': 'no-store' }],
  ['is stale at once', { 'cache-control': 'no-cache', etag: '"1"' }],
  ['is stale at once and varies', { 'cache-control': 'no-cache', etag: '"1"', vary: 'accept' }],
])('those who waited for an answer that %s all call at once', async (_, headers) => {
  const source = new HeldSource()
  const { asked, others } = askEverywhere(source, 2)
  const first = await source.called(1)
  await wait(...others())
  expect(source.calls).toHaveLength(1)
  first.answer({ headers })
  // none of them is answered before the last one was called
  await source.called(8)
  const late = processes[0]!.cache.through(get(), source.call)
  await source.called(9)
  for (const call of source.calls) call.answer({ headers })
  expect((await Promise.all([...asked, late])).map(({ cached }) => cached)).toEqual(Array(9).fill('no'))
})

test('so do those who waited for a 304 that makes nothing fresh', async () => {
  const headers = { 'cache-control': 'no-cache', etag: '"1"' }
  await processes[0]!.cache.through(get(), async () => reply({ headers }))
  await pass(database, 60_000)
  const source = new HeldSource()
  const { asked, others } = askEverywhere(source, 2)
  const first = await source.called(1)
  await wait(...others())
  expect(source.calls).toHaveLength(1)
  first.answer({ status: 304 })
  await source.called(8)
  for (const call of source.calls) call.answer({ status: 304 })
  expect((await Promise.all(asked)).map(({ cached }) => cached)).toEqual(Array(8).fill('revalidated'))
})

test('after a minute they wait for one again', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  await one.cache.through(get(), async () => reply({ headers: { 'cache-control': 'no-store' } }))
  await pass(database, 60_000)
  const source = new HeldSource()
  const first = one.cache.through(get(), source.call)
  const call = await source.called(1)
  const second = two.cache.through(get(), source.call)
  await wait(two)
  expect(source.calls).toHaveLength(1)
  call.answer({})
  await Promise.all([first, second])
})

test('a flight whose time is over is taken by the next one, and what the first one brings is kept all the same', async () => {
  const [one, two, three] = processes as [TestCache, TestCache, TestCache]
  const source = new HeldSource()
  const first = one.cache.through(get({ timeoutMs: 600_000 }), source.call)
  const slow = await source.called(1)
  const second = two.cache.through(get({ timeoutMs: 600_000 }), source.call)
  await wait(two)
  await pass(database, 300_000)
  await wait(two)
  expect(source.calls, 'within its time').toHaveLength(1)
  await pass(database, 400_000)
  const next = await source.called(2)
  slow.answer({ body: 'slow' })
  expect((await first).text()).toBe('slow')
  const owners = await database.sql('select owner from pawl.cache_flight')
  expect(owners, 'it ends its own flight and no other').toHaveLength(1)
  expect((await three.cache.through(get(), source.call)).text()).toBe('slow')
  next.answer({ body: 'next' })
  expect((await second).text()).toBe('next')
})

test('who waits is stopped at once by his signal, and nobody else is', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  const source = new HeldSource()
  const first = one.cache.through(get(), source.call)
  const call = await source.called(1)
  const stop = new AbortController()
  const stopped = [two, two, one].map(({ cache }) => cache.through(get({ signal: stop.signal }), source.call))
  const outcomes = Promise.allSettled(stopped)
  const others = [one, two].map(({ cache }) => cache.through(get(), source.call))
  await wait(two)
  const reason = new Error('enough')
  stop.abort(reason)
  expect(await outcomes).toEqual(Array(3).fill({ status: 'rejected', reason }))
  call.answer({})
  expect((await Promise.all([first, ...others])).map(({ cached }) => cached)).toEqual(['no', 'fresh', 'fresh'])
  await expect(one.cache.through(get({ signal: stop.signal }), source.call)).rejects.toBe(reason)
  expect(source.calls).toHaveLength(1)
})

test('who is stopped while taking the flight does not keep it', async () => {
  const [taken, goOn] = [gate(), gate()]
  const stop = new AbortController()
  const { cache } = testCache({
    async run(statement, values) {
      const rows = await connections[0]!.run(statement, values)
      if (statement.name !== 'pawl_cache_flight_take') return rows
      taken.open()
      await goOn.passed
      return rows
    },
  })
  const asked = cache.through(get({ signal: stop.signal }), () => expect.fail('it was called'))
  await taken.passed
  stop.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
  expect(await database.sql('select * from pawl.cache_flight')).toHaveLength(1)
  goOn.open()
  await until('it is given back', async () => (await database.sql('select * from pawl.cache_flight')).length === 0)
})

test('what was kept between a look and the taking of the flight is served', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  const { cache, hits } = testCache({
    async run(statement, values) {
      if (statement.name === 'pawl_cache_flight_take') await two.cache.through(get(), async () => reply({ body: 'x' }))
      return connections[0]!.run(statement, values)
    },
  })
  expect(await cache.through(get(), () => expect.fail('it was called'))).toMatchObject({ cached: 'fresh' })
  expect(hits).toEqual(['a'])
  expect(await one.cache.through(get(), () => expect.fail('it was called'))).toMatchObject({ cached: 'fresh' })
  expect(await database.sql('select * from pawl.cache_flight')).toEqual([])
})

test('requests that vary do not get each other answers, and each has a flight of its own once that is known', async () => {
  const [one, two] = processes as [TestCache, TestCache]
  const source = new HeldSource()
  const [xml, json] = [get({ headers: { accept: 'xml' } }), get({ headers: { accept: 'json' } })]
  const first = one.cache.through(xml, source.call)
  const call = await source.called(1)
  const second = two.cache.through(json, source.call)
  const third = two.cache.through(xml, source.call)
  await wait(two)
  call.answer({ headers: { vary: 'accept' }, body: 'xml' })
  ;(await source.called(2)).answer({ headers: { vary: 'accept' }, body: 'json' })
  const texts = (await Promise.all([first, second, third])).map((answer) => answer.text())
  expect([texts, source.calls.length]).toEqual([['xml', 'json', 'xml'], 2])
})
