import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewJob } from '../src/postgres/new-job.ts'
import type { Runner } from '../src/postgres/runner.ts'
import { Handing } from '../src/runtime/handing.ts'
import { JobWriter } from '../src/runtime/job-writer.ts'

const job: NewJob = {
  ...{ type: 'note', queue: 'note', lane: 1, source: '', body: '{}', maxAttempts: 3 },
  ...{ startBefore: null, trace: null, runAt: null, delayMs: null, id: null },
}
const inLane = (lane: number): NewJob => ({ ...job, lane })

let nowMs: number
/** What was sent, with the lanes that it tells of. */
let sent: string[]
let isBroken: boolean

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 1_000
  sent = []
  isBroken = false
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Notes each statement; what it answers looks like the ledger's. */
function noting(name: string): Runner {
  return {
    async run(statement, values = []) {
      const what = statement.name.replace('pawl_', '')
      sent.push([name, what, ...(tells[what]?.(values) ?? [])].join(' '))
      if (isBroken) throw Object.assign(new Error('gone'), { code: '57P01' })
      const bodies = Array.isArray(values[0]) ? values[0] : [0]
      return [{ ids: bodies.map((_, i) => i + 1).join(','), handed: 'false' }]
    },
  }
}
const tells: Record<string, (values: readonly unknown[]) => unknown[]> = {
  enqueue_one: ([, , , lanes]) => [lanes],
  enqueue: (values) => [values.at(-1)],
  wake_up: ([lanes]) => [lanes],
}

const makeWriter = (handing?: Handing) =>
  new JobWriter({ runners: { plain: noting('plain'), tied: noting('tied') }, handing })

test('in a stream of writes one a millisecond tells, and nothing is owed at its end', async () => {
  const writer = makeWriter()
  for (const at of [0, 0.4, 0.8, 1.2]) {
    nowMs = 1_000 + at
    await writer.write(undefined, [job])
  }
  expect(sent).toEqual(['plain enqueue_one 1', 'plain enqueue_untold', 'plain enqueue_untold', 'plain enqueue_one 1'])
  writer.tellSoon()
  vi.advanceTimersByTime(10)
  expect(sent).toHaveLength(4)
})

test('a write to another lane tells of what was left to it', async () => {
  const writer = makeWriter()
  for (const lane of [1, 1, 2]) await writer.write(undefined, [inLane(lane)])
  expect(sent.at(-1)).toBe('plain enqueue_one 2,1')
})

test.each<[string, NewJob[]]>([
  ['a job', [inLane(2)]],
  ['a batch', [inLane(2), inLane(3)]],
])('where the write of %s fails, its lanes and what was left to it are told of by the next', async (_, jobs) => {
  const writer = makeWriter()
  for (const lane of [1, 1]) await writer.write(undefined, [inLane(lane)])
  isBroken = true
  await expect(writer.write(undefined, jobs)).rejects.toThrow('gone')
  isBroken = false
  await writer.write(undefined, [inLane(4)])
  expect(sent.at(-1)).toBe(`plain enqueue_one ${[4, ...jobs.map(({ lane }) => lane), 1]}`)
})

test('nothing is left to a write of jobs with keys, which may have to wait', async () => {
  const writer = makeWriter()
  for (const lane of [1, 1]) await writer.write(undefined, [inLane(lane)])
  await writer.write(undefined, [
    { ...inLane(2), key: { value: 'k', mode: 'live', windowMs: null, onDuplicate: 'keep' } } as NewJob,
  ])
  expect(sent.at(-1)).toBe('tied enqueue_tied')
  writer.tellSoon()
  vi.advanceTimersByTime(10)
  expect(sent.at(-1)).toBe('plain wake_up 1')
})

test('a job right behind a batch looks for no worker that stands by, and one that comes alone does', async () => {
  const handing = new Handing({ run: async () => [{ from: 0, newest: 0, beyond: 1_000_000, present: 1 }] as never })
  const writer = makeWriter(handing)
  await writer.write(undefined, [job])
  nowMs += 20
  await writer.write(undefined, [inLane(2), inLane(3)])
  nowMs += 5
  await writer.write(undefined, [job])
  expect(sent.at(-1)).toBe('plain enqueue_one 1')
  nowMs += 20
  await writer.write(undefined, [job])
  expect(sent.at(-1)).toBe('plain enqueue_handing')
})
