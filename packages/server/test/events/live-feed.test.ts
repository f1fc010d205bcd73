import type { Ledger } from 'pawl'
import { expect, onTestFinished, test } from 'vitest'
import { type FeedMessage, LiveFeed } from '../../src/events/live-feed.ts'

type Ask = { readonly after?: string; readonly until?: string }
type Answer = Awaited<ReturnType<Ledger['outcomes']>>

const happened = (cursor: string, count = 1) =>
  ({ missed: false, counts: count === 0 ? [] : [{ count }], outcomes: [], left: 0, cursor }) as unknown as Answer

/** A ledger that answers when the test says so: each question waits to be taken. */
class SlowLedger {
  readonly #asked: { readonly ask: Ask; answer(answer: Answer): void; fail(error: Error): void }[] = []
  #wake = () => {}

  readonly outcomes = (ask: Ask = {}) =>
    new Promise<Answer>((answer, fail) => {
      this.#asked.push({ ask, answer, fail })
      this.#wake()
    })

  async next() {
    while (this.#asked.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#asked.shift()!
  }
}

function world() {
  const ledger = new SlowLedger()
  const feed = new LiveFeed({
    outcomes: ledger.outcomes as Ledger['outcomes'],
    states: {},
    pollMs: 1,
    onError: () => {},
  })
  onTestFinished(() => feed.close())
  const join = (after?: string) => {
    const told: FeedMessage[] = []
    return { told, leave: feed.join(after, (message) => told.push(message)) }
  }
  return { ledger, feed, join }
}

const ids = (told: readonly FeedMessage[]) => told.map(({ event, id }) => `${event} ${id}`)

test('a client that leaves while it is being welcomed is told nothing, and nobody looks for it any more', async () => {
  const { ledger, feed, join } = world()
  const gone = join('1')
  ;(await ledger.next()).answer(happened('2', 0))
  const missed = await ledger.next()
  expect(missed.ask).toEqual({ after: '1', until: '2' })
  gone.leave()
  missed.answer(happened('2'))
  // the next one is the first again: the feed has rested, and begins without a cursor
  await new Promise(setImmediate)
  expect(feed.cursor).toBeUndefined()
  const next = join()
  const look = await ledger.next()
  expect(look.ask).toEqual({})
  look.answer(happened('3', 0))
  const second = await ledger.next()
  second.answer(happened('4'))
  await ledger.next()
  expect(ids(next.told)).toEqual(['ready 3', 'outcomes 4'])
  expect(gone.told).toEqual([])
})

test('a client is told everything though the only other one leaves while it is being welcomed', async () => {
  const { ledger, join } = world()
  const first = join()
  ;(await ledger.next()).answer(happened('1', 0))
  const look = await ledger.next()
  look.answer(happened('2', 0))
  const second = join('0')
  // joined before this look began or during the one before: either way its welcome asks for what it has missed
  let asked = await ledger.next()
  if (asked.ask.until === undefined) {
    asked.answer(happened('3', 0))
    asked = await ledger.next()
  }
  first.leave()
  const until = asked.ask.until!
  asked.answer(happened(until))
  const after = await ledger.next()
  expect(after.ask).toEqual({ after: until })
  after.answer(happened('9'))
  await ledger.next()
  expect(ids(second.told)).toEqual([`outcomes ${until}`, 'outcomes 9'])
})

test('a client is welcomed once though the welcome of the one after it fails', async () => {
  const { ledger, join } = world()
  const [first, second] = [join('1'), join('2')]
  ;(await ledger.next()).answer(happened('5', 0))
  ;(await ledger.next()).answer(happened('5'))
  ;(await ledger.next()).fail(new Error('the database is away'))
  const again = await ledger.next()
  expect(again.ask).toEqual({ after: '5' })
  again.answer(happened('6'))
  const missed = await ledger.next()
  expect(missed.ask).toEqual({ after: '2', until: '6' })
  missed.answer(happened('6'))
  await ledger.next()
  expect(ids(first.told)).toEqual(['outcomes 5', 'outcomes 6'])
  expect(ids(second.told)).toEqual(['outcomes 6'])
})
