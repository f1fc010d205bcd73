import { expect, test } from 'vitest'
import { Gates } from '../../src/runtime/worker/gates.ts'

const gates = () => new Gates({ runner: { run: () => Promise.resolve([]) }, declare: () => Promise.resolve() })

test('a source that a claim found closed is left alone until its time', () => {
  const known = gates()
  known.ask()
  known.close('service', 0, 1_000)
  expect(known.closedUntil('service', 500)).toBeGreaterThanOrEqual(1_000)
  expect(known.closedUntil('service', 2_000)).toBe(0)
})

test('a change that is heard of before the answer of a claim is newer than that answer', () => {
  const known = gates()
  known.ask()
  known.forget('service')
  known.close('service', 0, 1_000)
  known.close('other', 0, 1_000)
  expect(known.closedUntil('service', 500)).toBe(0)
  expect(known.closedUntil('other', 500)).toBeGreaterThan(0)
  known.ask()
  known.close('service', 0, 1_000)
  expect(known.closedUntil('service', 500)).toBeGreaterThan(0)
})
