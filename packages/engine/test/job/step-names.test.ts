import { expect, test } from 'vitest'
import { StepNames } from '../../src/job/step-names.ts'

test('a name that is used again is numbered in the order of the calls', () => {
  const names = new StepNames()
  expect(['a', 'b', 'a', 'a', 'b'].map((name) => names.next('step', name))).toEqual(['a', 'b', 'a#2', 'a#3', 'b#2'])
})

test('a name that looks numbered is left to who gave it', () => {
  const names = new StepNames()
  expect(['a#2', 'a', 'a', 'a#2'].map((name) => names.next('step', name))).toEqual(['a#2', 'a', 'a#3', 'a#2#2'])
})

test('steps, sleeps and waits have their own names', () => {
  const names = new StepNames()
  expect((['step', 'sleep', 'wait', 'sleep'] as const).map((kind) => names.next(kind, 'x'))).toEqual([
    'x',
    'x',
    'x',
    'x#2',
  ])
})

test('the same calls find the same names', () => {
  const calls = ['a', 'a#2', 'a', 'a', 'a#2', 'b']
  const once = () => {
    const names = new StepNames()
    return calls.map((name) => names.next('step', name))
  }
  expect(once()).toEqual(once())
  expect(new Set(once()).size).toBe(calls.length)
})
