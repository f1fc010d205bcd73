import { expect, test } from 'vitest'
import { isEnd, type JobEvent, jobStates, next, transitions } from '../../src/job/states.ts'

const events = [...new Set(jobStates.flatMap((state) => Object.keys(transitions[state])))] as JobEvent[]

test('every transition leads to a state of the table', () => {
  for (const state of jobStates) {
    for (const target of Object.values(transitions[state])) expect(jobStates).toContain(target)
  }
})

test('a job ends as succeeded, failed or cancelled, and nothing happens after that', () => {
  expect(jobStates.filter(isEnd)).toEqual(['succeeded', 'failed', 'cancelled'])
  for (const state of jobStates.filter(isEnd)) {
    for (const event of events) expect(next(state, event)).toBeUndefined()
  }
})

test('a job can be cancelled in any state before the end', () => {
  for (const state of jobStates.filter((state) => !isEnd(state))) expect(next(state, 'cancel')).toBe('cancelled')
})

test('only what runs can succeed or be put off; what waits for a job that fails can fail too', () => {
  const states = (event: JobEvent) => jobStates.filter((state) => next(state, event) !== undefined)
  for (const event of ['succeed', 'retry', 'defer', 'handBack', 'reclaim'] as const) {
    expect(states(event)).toEqual(['running'])
  }
  expect(states('fail')).toEqual(['scheduled', 'running'])
})

test('what waits for its time or for a retry must stand in line before it runs', () => {
  expect(next('scheduled', 'start')).toBeUndefined()
  expect(next('retryable', 'start')).toBeUndefined()
  expect(next('scheduled', 'lineUp')).toBe('pending')
  expect(next('retryable', 'lineUp')).toBe('pending')
  expect(next('pending', 'start')).toBe('running')
})

test('every state can be reached by a new job, and from each an end can be reached', () => {
  const reachable = (from: readonly string[]) => {
    const seen = new Set(from)
    for (const state of seen)
      for (const target of Object.values(transitions[state as never])) seen.add(target as string)
    return seen
  }
  expect([...reachable(['pending', 'scheduled'])].sort()).toEqual([...jobStates].sort())
  for (const state of jobStates) expect([...reachable([state])].some((each) => isEnd(each as never))).toBe(true)
})
