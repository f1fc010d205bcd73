import { expect, test } from 'vitest'
import { ClientPlace } from '../../src/events/client-place.ts'
import type { FeedMessage, LiveFeed } from '../../src/events/live-feed.ts'

const message: FeedMessage = { event: 'queues', data: {}, text: '{}' }

/** A client that takes the first message and never comes to the end of it. */
function stalled() {
  let send: (message: FeedMessage) => void = () => {}
  const left = { count: 0 }
  const feed = {
    cursor: undefined,
    join(_: string | undefined, to: typeof send) {
      send = to
      return () => void left.count++
    },
  } as unknown as LiveFeed
  const gone = new AbortController()
  let take = () => {}
  const taken = new Promise<void>((resolve) => {
    take = resolve
  })
  const followed = new ClientPlace(feed).follow(undefined, gone.signal, () => {
    take()
    return new Promise(() => {})
  })
  send(message)
  return { followed, taken, gone, left, send }
}

test('a client that reads nothing is cut off when too many messages wait for it', async () => {
  const { followed, taken, left, send } = stalled()
  await taken
  for (let i = 0; i <= 100; i++) send(message)
  await followed
  expect(left.count).toBe(1)
})

test('a client that reads nothing leaves the feed when it is gone', async () => {
  const { followed, taken, left, gone } = stalled()
  await taken
  gone.abort()
  await followed
  expect(left.count).toBe(1)
})
