import { expect, test } from 'vitest'
import type { Lane } from '../../src/postgres/lanes.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import { Gates } from '../../src/runtime/worker/gates.ts'
import { HotLanes } from '../../src/runtime/worker/hot-lanes.ts'
import { coolEmpty } from '../../src/runtime/worker/waiting-lanes.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

function lane(id: number, priority: number, place: Lane['place'] = 'line'): Lane {
  return { id, queue: 'work', type: 'type', version: 1, priority, source: '', place }
}

function noGates(): Gates {
  return new Gates({ runner: ledger.runner, declare: async () => {} })
}

function hot(...lanes: Lane[]): HotLanes {
  const all = new HotLanes(noGates())
  all.replace(lanes)
  all.warmAll()
  return all
}

test('lanes are ranked by priority, and what was handed back or reclaimed goes before the line of its own priority', () => {
  const picked = hot(lane(1, 9), lane(2, 0), lane(3, 5), lane(4, 5, 'front')).pick(0, 1).lanes
  expect(picked.map(({ id }) => id)).toEqual([2, 4, 3, 1])
  expect(new Set(picked.map(({ rank }) => rank)).size).toBe(4)
})

test('a lane that is the only one has its rank too: other pools may ask for the same source', () => {
  const rank = (...lanes: Lane[]) =>
    hot(...lanes)
      .pick(0, 1)
      .lanes.find(({ id }) => id === 1)!.rank
  expect(rank(lane(1, 9))).toBe(rank(lane(1, 9), lane(2, 0)))
})

test('a lane is asked once, and again only when an answer or a notification warms it', () => {
  const lanes = hot(lane(1, 5), lane(2, 5))
  expect(lanes.pick(0, 1).lanes).toHaveLength(2)
  expect(lanes.anyHot).toBe(false)
  lanes.warm([2, 99])
  expect(lanes.pick(0, 1).lanes.map(({ id }) => id)).toEqual([2])
})

test('with more lanes than one claim can take, each of them is asked in turn', () => {
  const lanes = hot(...Array.from({ length: 200 }, (_, i) => lane(i + 1, 5)))
  const asked = new Set<number>()
  for (let i = 0; i < 4; i++) {
    const picked = lanes.pick(0, 1).lanes.map(({ id }) => id)
    for (const id of picked) asked.add(id)
    lanes.warm(picked)
  }
  expect(asked.size).toBe(200)
})

test('a low priority is served although a higher one never runs dry', async () => {
  const client = await database.connect()
  const worker = await ledger.worker()
  const [low, high] = [await ledger.lane({ priority: 9 }), await ledger.lane({ priority: 0 })]
  const lanes = hot(lane(low, 9), lane(high, 0))
  const [waiting] = await appendAttempts(client, low)
  for (let claims = 1; ; claims++) {
    await appendAttempts(client, high, 3)
    const taken = await ledger.claimPositions(worker, lanes.pick(0, 1).lanes, { limit: 2 })
    lanes.warmAll()
    if (taken.includes(waiting!)) break
    expect(claims, 'claims that went by').toBeLessThan(8)
  }
})

test('lanes that have filled a claim are asked without those behind them, until they do not', () => {
  const lanes = hot(lane(1, 5), lane(2, 5), lane(3, 7), lane(4, 9))
  const pick = () => lanes.pick(0, 1).lanes
  const ids = (picked = pick()) => picked.map(({ id }) => id)
  const took = (taken: number[], isFull: boolean) => {
    const picked = pick()
    lanes.took(picked, new Set(taken), isFull)
    lanes.warmAll()
    return ids(picked)
  }
  expect(took([2], true)).toEqual([1, 2, 3, 4])
  expect(took([1, 2], true)).toEqual([1, 2])
  lanes.replace([lane(1, 5), lane(2, 5), lane(3, 7), lane(4, 9), lane(5, 0)])
  lanes.warmAll()
  // what goes before them is asked too
  expect(took([1, 2], false)).toEqual([5, 1, 2])
  expect(took([3], true)).toEqual([5, 1, 2, 3, 4])
  expect(took([3], true)).toEqual([5, 1, 2, 3])
  lanes.cool([5, 1, 2, 3])
  // nothing is known of these but that they are not behind any
  expect(ids()).toEqual([4])
})

test('a lane whose source must not be called is left alone until then, or until something is heard of that source', () => {
  const gates = noGates()
  const lanes = new HotLanes(gates)
  lanes.replace([lane(1, 0), { ...lane(2, 0), source: 'a' }, { ...lane(3, 0), source: 'b' }])
  lanes.warmAll()
  gates.close('a', 0, 100)
  gates.close('b', 0, 200)
  expect(lanes.pick(0, 1).lanes.map(({ id }) => id)).toEqual([1])
  const opensAt = lanes.opensAt(0)
  // a little later than it could be
  expect(opensAt).toBeGreaterThanOrEqual(100)
  expect(opensAt).toBeLessThanOrEqual(105)
  expect(lanes.anyHot).toBe(true)
  gates.forget('b')
  expect(lanes.pick(0, 1).lanes.map(({ id }) => id)).toEqual([3])
  expect(lanes.pick(99, 1).lanes).toEqual([])
  expect(lanes.opensAt(opensAt)).toBe(opensAt)
  expect(lanes.pick(opensAt, 1).lanes.map(({ id }) => id)).toEqual([2])
  expect(lanes.opensAt(opensAt)).toBe(Number.POSITIVE_INFINITY)
})

test('a lane that is told of while it is asked whether it is empty stays hot', async () => {
  const told = await ledger.lane()
  const empty = await ledger.lane()
  const lanes = hot(lane(told, 5), lane(empty, 5))
  const runner: Runner = {
    async run(statement, values) {
      const rows = await ledger.runner.run(statement, values)
      await appendAttempts(await database.connect(), told)
      lanes.warm([told])
      return rows
    },
  }
  await coolEmpty(runner, [lanes], [told, empty])
  expect(lanes.hot).toEqual([told])
})

test('lanes stay hot when nobody can say whether they are empty', async () => {
  const lanes = hot(lane(1, 5))
  const runner: Runner = { run: () => Promise.reject(new Error('cut off')) }
  await expect(coolEmpty(runner, [lanes], [1])).rejects.toThrow('cut off')
  expect(lanes.hot).toEqual([1])
})

test('each eighth claim begins with one of the priorities behind the first, in turn, and is a small one unless there are slots for more', () => {
  const lanes = hot(lane(1, 3), lane(2, 3, 'front'), lane(3, 5), lane(4, 5, 'front'), lane(5, 7))
  let now = 0
  const claims = (n: number, freeSlots: number) =>
    Array.from({ length: n }, () => {
      lanes.warm([1, 2, 3, 4, 5])
      now += 13
      const { lanes: picked, most } = lanes.pick(now, freeSlots)
      return `${picked.map(({ id }) => id)} ${most}`
    })
  const usual = Array(7).fill('2,1,4,3,5 Infinity')
  expect(claims(24, 10)).toEqual([...usual, '4,3,5 32', ...usual, '5 32', ...usual, '4,3,5 32'])
  expect(claims(8, 50)).toEqual([...usual, '5 50'])
})

test('where claims follow each other closely a low priority has a turn each tenth of a second, and not each eighth claim', () => {
  const lanes = hot(lane(1, 3), lane(2, 5))
  const turns: number[] = []
  for (let now = 0; now < 1_000; now += 2) {
    lanes.warm([1, 2])
    if (!lanes.pick(now, 10).lanes.some(({ id }) => id === 1)) turns.push(now)
  }
  expect(turns).toEqual([14, 114, 214, 314, 414, 514, 614, 714, 814, 914])
})

test('a claim that brings a turn tells nothing of whether the first priorities fill the next', () => {
  const lanes = hot(lane(1, 3), lane(2, 5), lane(3, 7))
  const claim = (now: number, taken: number[], isFull: boolean) => {
    lanes.warmAll()
    const { lanes: picked } = lanes.pick(now, 10)
    lanes.took(picked, new Set(taken), isFull)
    return picked.map(({ id }) => id)
  }
  for (let i = 0; i < 7; i++) claim(0, [1], true)
  expect(claim(0, [2], false)).toEqual([2, 3])
  expect(claim(0, [1], true)).toEqual([1])
})

test('a low priority that comes after many claims waits for its turn as any other', () => {
  const lanes = hot(lane(1, 3), lane(2, 5))
  lanes.cool([2])
  const begin = (ids: number[]) => {
    lanes.warm(ids)
    return lanes.pick(1_000, 10).lanes[0]!.id
  }
  for (let i = 0; i < 20; i++) expect(begin([1])).toBe(1)
  expect(Array.from({ length: 9 }, () => begin([1, 2]))).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 1])
})

test('lanes of one priority have no turns', () => {
  const lanes = hot(lane(1, 3), lane(2, 3, 'front'))
  for (let i = 0; i < 16; i++) {
    lanes.warm([1, 2])
    expect(lanes.pick(0, 1)).toMatchObject({ lanes: [{ id: 2 }, { id: 1 }], most: Number.POSITIVE_INFINITY })
  }
})

test('a lane that gave nothing although a lower one had to give is not asked again, unless its source may be why', () => {
  const lanes = hot(lane(1, 3), lane(2, 4), { ...lane(3, 4), source: 'shop' }, lane(4, 5), lane(5, 6))
  const picked = lanes.pick(0, 1).lanes
  expect(picked.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  // 1 had some, 4 the rest; 5 was not even read
  expect(lanes.mayHaveMore(picked, new Set([1, 4]))).toEqual([1, 3, 4, 5])
})

test('a lane with a source is not asked again either, when there were tokens for one behind it', () => {
  const of = (source: string, lane: Lane) => ({ ...lane, source })
  const front = of('shop', lane(1, 5, 'front'))
  const lanes = hot(front, of('shop', lane(2, 5)), of('mill', lane(3, 4)), of('shop', lane(4, 6)))
  const picked = lanes.pick(0, 1).lanes
  expect(picked.map(({ id }) => id)).toEqual([3, 1, 2, 4])
  expect(lanes.mayHaveMore(picked, new Set([2]))).toEqual([3, 2, 4])
  // nothing came behind these, and the tokens may have gone to others
  expect(lanes.mayHaveMore(picked, new Set([1]))).toEqual([3, 1, 2, 4])
})
