import { expect, test } from 'vitest'
import { type Figures, judge } from '../figures/judge.ts'
import { judgeGrowth } from '../figures/judge-growth.ts'

const figures = (name: string, ...values: number[]): Figures => ({
  name,
  rounds: values.map((value, i) => ({ value, stealPercent: i, othersPercent: 0 })),
})
const common = { name: 'row', unit: 'jobs/s' }
const [slow, fast] = [figures('slow', 5, 5, 5), figures('fast', 9, 10, 100)]

test('where more is better, the best peer has the highest median, and the ratio must reach the target', () => {
  const ours = figures('ours', 19, 20, 21)
  const result = judge({ ...common, ours, peers: [slow, fast], target: { bound: 'at least', value: 2 } })
  expect(result).toMatchObject({ ours: 20, peer: 10, peerName: 'fast', ratio: 2, target: 2, met: true })
  const missed = judge({ ...common, ours, peers: [slow, fast], target: { bound: 'at least', value: 2.01 } })
  expect(missed.met).toBe(false)
})

test('where less is better, the best peer has the lowest median, and the ratio must not pass the target', () => {
  const judged = (value: number) =>
    judge({ ...common, ours: figures('ours', 4, 4, 4), peers: [fast, slow], target: { bound: 'at most', value } })
  expect(judged(0.8)).toMatchObject({ peer: 5, peerName: 'slow', ratio: 0.8, met: true })
  expect(judged(0.79).met).toBe(false)
})

test('what is measured besides is told of, and compared with nothing', () => {
  const ours = figures('ours', 19, 20, 21)
  const target = { bound: 'at least', value: 2 } as const
  const result = judge({ ...common, ours, peers: [slow], besides: [fast], target })
  expect(result).toMatchObject({ peerName: 'slow', ratio: 4, met: true, all: { ours: 20, slow: 5, fast: 10 } })
})

test('the ratio is the median of those of the rounds', () => {
  const ours = figures('ours', 9, 40, 18)
  const peer = figures('peer', 10, 20, 30)
  const target = { bound: 'at least', value: 0.9 } as const
  expect(judge({ ...common, ours, peers: [peer], target })).toMatchObject({
    ours: 18,
    peer: 20,
    ratio: 0.9,
  })
})

test('without a peer the target is absolute, and there is neither peer nor ratio', () => {
  const judged = (value: number) =>
    judge({ ...common, ours: figures('ours', 0, 0, 1), peers: [], target: { bound: 'at most', value } })
  expect(judged(0)).toMatchObject({ ours: 0, peer: null, peerName: null, ratio: null, met: true })
  expect(judged(-1).met).toBe(false)
})

test('a result keeps each round of ours and of the best peer, with the CPU that went elsewhere, and everybody’s median', () => {
  const result = judge({
    ...common,
    ours: figures('ours', 1, 2, 3),
    peers: [slow, fast],
    target: { bound: 'at least', value: 1 },
  })
  expect(result.rounds).toEqual([
    { ours: 1, peer: 9, stealPercent: 0, othersPercent: 0 },
    { ours: 2, peer: 10, stealPercent: 1, othersPercent: 0 },
    { ours: 3, peer: 100, stealPercent: 2, othersPercent: 0 },
  ])
  expect(result.all).toEqual({ ours: 2, slow: 5, fast: 10 })
  // what programs that read the file rely on
  expect(Object.keys(JSON.parse(JSON.stringify(result)))).toEqual(
    expect.arrayContaining(['name', 'ours', 'peer', 'peerName', 'ratio', 'target', 'met', 'unit', 'rounds']),
  )
})

test('growth is judged by its exponent', () => {
  const curve = [1, 10, 100].map((work) => ({ work, cost: work ** 2 }))
  expect(judgeGrowth('growth', curve, 2.1)).toMatchObject({ peer: null, ratio: null, met: true, curve })
  expect(judgeGrowth('growth', curve, 1.9).met).toBe(false)
})
