import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clock } from '../contenders/clock.ts'
import { RunBook } from '../contenders/run-book.ts'
import type { Bench } from '../harness/bench.ts'
import { cpuUse, parseCpuTicks } from '../harness/cpu-use.ts'
import { atMostOnce, exactlyOnce } from '../harness/exactly-once.ts'
import { interleave } from '../harness/interleave.ts'
import { Quiet } from '../harness/quiet.ts'
import { folders } from '../install/folders.ts'
import { loadRows } from '../load-rows.ts'
import { parseOptions } from '../options.ts'

const runs = (...counts: number[]) => Buffer.from(counts).toString('base64')

test('jobs that never ran and jobs that ran again are found, over all processes together', () => {
  expect(() => exactlyOnce('peer', 3, [runs(1, 0, 1), runs(0, 1, 0)])).not.toThrow()
  expect(() => exactlyOnce('peer', 3, [runs(1, 0, 1), runs(0, 1, 1)])).toThrow(
    'peer: of 3 jobs 0 never ran and 1 ran more',
  )
  expect(() => exactlyOnce('peer', 3, [runs(1, 1, 0)])).toThrow('1 never ran')
  expect(() => atMostOnce('peer', 3, [runs(1, 0, 0), runs(0, 0, 1)])).not.toThrow()
  expect(() => atMostOnce('peer', 3, [runs(1, 0, 1), runs(0, 0, 1)])).toThrow('peer: 1 jobs ran more than once')
})

test('of the CPU time that passed, it is told what the host took and what processes of others took', () => {
  const before = parseCpuTicks('cpu  100 0 50 800 10 0 0 40 0 0\ncpu0 1 2 3', 100)
  const after = parseCpuTicks('cpu  180 0 70 880 10 0 0 60 0 0\ncpu0 1 2 3', 170)
  // of 200 ticks 20 were stolen, 100 busy, and 70 of those our own
  expect(cpuUse(before, after)).toEqual({ stealPercent: 10, othersPercent: 15 })
  expect(cpuUse(before, before)).toEqual({ stealPercent: 0, othersPercent: 0 })
})

test('contenders take turns, round after round, and each figure comes back by name', async () => {
  const order: string[] = []
  const bench = { rounds: 2, quiet: new Quiet([process.pid], 0, () => {}), log: () => {} } as unknown as Bench
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  const figures = await interleave(bench, [a, b], async ({ name }, round) => {
    order.push(name)
    return { p50: round, p99: round + 10 }
  })
  expect(order).toEqual(['a', 'b', 'a', 'b'])
  expect(figures('p99')(b)).toMatchObject({ name: 'b', rounds: [{ value: 10 }, { value: 11 }] })
})

test('a file in the folder of rows is a row, its name or a part of it picks it; a long one runs only then', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const row = (name: string) => `export const row = { name: '${name}', run: async () => [] }`
  writeFileSync(path.join(folder, 'b.ts'), row('second'))
  writeFileSync(path.join(folder, 'a.ts'), row('first'))
  writeFileSync(path.join(folder, 'c.ts'), row('long one').replace('{ ', '{ long: true, '))
  expect((await loadRows(folder)).map(({ name }) => name)).toEqual(['first', 'second'])
  expect((await loadRows(folder, 'sec')).map(({ name }) => name)).toEqual(['second'])
  expect((await loadRows(folder, 'a.ts')).map(({ name }) => name)).toEqual(['first'])
  expect((await loadRows(folder, 'long')).map(({ name }) => name)).toEqual(['long one'])
  await expect(loadRows(folder, 'third')).rejects.toThrow(
    `no row has 'third' in its name; there are: 'first', 'second', 'long one'`,
  )
  writeFileSync(path.join(folder, 'e.ts'), row('second part'))
  expect((await loadRows(folder, 'second')).map(({ name }) => name)).toEqual(['second'])
  writeFileSync(path.join(folder, 'd.ts'), 'export const line = 1')
  await expect(loadRows(folder)).rejects.toThrow('rows/d.ts must export its row')
})

test('a book counts the jobs that have started within spans of time', () => {
  const book = new RunBook(4)
  /** The book reads another clock, which runs alike: a millisecond is more than they differ by. */
  const mark = () => {
    const at = clock() + 1
    while (clock() < at + 1);
    return at
  }
  const times = [0, 1, 2].map((n) => {
    const at = mark()
    book.start(n)
    return at
  })
  const [first, second, third] = times as [number, number, number]
  const end = mark()
  expect(
    book.startedIn([
      { from: first, to: second },
      { from: third, to: end },
    ]),
  ).toEqual([1, 1])
  expect(book.startedIn([{ from: first, to: end }])).toEqual([3])
  expect(book.startedIn([])).toEqual([])
})

test('all rows of the benchmark load, each under a name of its own', async () => {
  const names = (await loadRows(folders.rows)).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names).size).toBe(names.length)
})

test('a full run has at least five rounds, a quick one has one and waits for nobody', () => {
  expect(parseOptions([])).toMatchObject({ quick: false, rounds: 5, only: undefined, json: undefined })
  expect(parseOptions(['--quick', '--only', 'drain', '--json', 'f'])).toMatchObject({
    quick: true,
    rounds: 1,
    patienceMs: 0,
    only: 'drain',
    json: 'f',
  })
  expect(() => parseOptions(['--rounds', '0'])).toThrow('--rounds must be a whole number of at least 1; got 0')
  expect(() => parseOptions(['--fast'])).toThrow('--fast')
})
