import { expect, test } from 'vitest'
import { Gates } from '../../src/runtime/worker/gates.ts'

const gates = () => new Gates({ runner: { run: () => Promise.resolve([]) }, declare: () => Promise.resolve() })

test('a source that a claim found closed is left alone until its time', () => {
  const known = gates()
  known.ask()
  known.close('service', 0, 1_000)
  expect(known.closedUntil('service', 500, 1)).toBeGreaterThanOrEqual(1_000)
  expect(known.closedUntil('service', 2_000, 1)).toBe(0)
})

test('a change that is heard of before the answer of a claim is newer than that answer', () => {
  const known = gates()
  known.ask()
  known.forget('service')
  known.close('service', 0, 1_000)
  known.close('other', 0, 1_000)
  expect(known.closedUntil('service', 500, 1)).toBe(0)
  expect(known.closedUntil('other', 500, 1)).toBeGreaterThan(0)
  known.ask()
  known.close('service', 0, 1_000)
  expect(known.closedUntil('service', 500, 1)).toBeGreaterThan(0)
})

test('a source of which nothing is taken ahead is left alone while no slot is free, until something changes about it', () => {
  const known = gates()
  known.ask()
  known.onlyForSlots('service')
  const closedUntil = () => [0, 1].map((freeSlots) => known.closedUntil('service', 0, freeSlots))
  expect(closedUntil()).toEqual([Number.POSITIVE_INFINITY, 0])
  known.forget('service')
  expect(closedUntil()).toEqual([0, 0])
  known.onlyForSlots('service')
  expect(closedUntil(), 'an answer older than the change').toEqual([0, 0])
})
