import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, type PhaseDefinition, phase } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { makeNumbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

const run = async (name: string, each: PhaseDefinition) => {
  const scan = definePhases(name, [each], { retry: { attempts: 1 } })
  const pawl = patientPawl(url, scan)
  const { job } = await pawl.pipelines.start(scan, 'a')
  await pawl.drain({ keepOpen: true })
  return { error: (await pawl.job(job))!.error, view: (await pawl.pipelines.get(scan, 'a'))! }
}

const double = (tx: { query(text: string, values: unknown[]): Promise<unknown> }, ids: readonly number[]) =>
  tx.query(`update number set double_done = double_done + 1 where subject = 'a' and id = any ($1)`, [ids])

test('a page may say itself where the next one begins, and may be empty without being the last', async () => {
  await fill('a', 1, 3)
  const asked: (string | null)[] = []
  // a walk over 1 to 9 in steps of two, of which only some are rows
  const each = phase('walk', {
    undone: async (tx, _, { after }) => {
      asked.push(after)
      const from = after === null ? 1 : Number(after.slice(3)) + 1
      if (from > 9) return []
      const { rows } = await tx.query(
        `select id from number where subject = 'a' and double_done = 0 and id between $1 and $2 order by id`,
        [from, from + 1],
      )
      return { rows: rows as { id: number }[], after: `to ${from + 1}` }
    },
    write: (tx, done) =>
      double(
        tx,
        done.map(({ row }) => row.id),
      ),
  })
  const { view } = await run('walked', each)
  expect(view).toMatchObject({ state: 'done', phases: [{ done: 3 }] })
  const once = [null, 'to 2', 'to 4', 'to 6', 'to 8', 'to 10']
  expect(asked).toEqual([...once, ...once])
  expect((await written('a')).double).toEqual({ 1: 3 })
})

test('a page without rows that leads to itself is a standstill', async () => {
  const each = phase('stuck', { undone: async () => ({ rows: [], after: 'here' }), write: async () => {} })
  const { error } = await run('stuck-page', each)
  expect(error).toMatchObject({ code: 'phase-standstill', message: expect.stringContaining('here') })
})

test('a page that is neither a list nor rows with a place is refused', async () => {
  const undone = async () => ({ rows: [], after: 7 }) as never
  const { error } = await run('odd-page', phase('odd', { undone, write: async () => {} }))
  expect(error).toMatchObject({ code: 'invalid-rows', message: expect.stringContaining('after') })
})

test('a phase of one pass leaves to the next run what came behind it, and what is never done', async () => {
  let passes = 0
  const each = phase('once', {
    passes: 1,
    undone: async (_, __, { after }) => {
      if (after === null) passes++
      return after === null ? [{ id: 1 }] : []
    },
    // somebody writes to it all the time: it is undone again at once
    write: async () => {},
  })
  const { view } = await run('one-pass', each)
  expect(view).toMatchObject({ state: 'done', phases: [{ done: 1 }] })
  expect(passes).toBe(1)
})

test('the functions of a phase know the run that they are of', async () => {
  const seen: number[] = []
  const each = phase('of-run', {
    passes: 1,
    undone: async (_, __, { after }, { run }) => {
      seen.push(run)
      return after === null ? [{ id: 1 }] : []
    },
    work: (_, { run }) => seen.push(run),
    write: async (_, __, { run }) => seen.push(run),
  })
  const { view } = await run('known-run', each)
  expect(new Set(seen)).toEqual(new Set([view.id]))
})
