import { expect, test } from 'vitest'
import { Connection } from '../src/postgres/connection.ts'
import type { Statement } from '../src/postgres/statement.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

const twice: Statement = {
  name: 'twice',
  text: `select n::text as n, case when n > $1::int then 'more' end as more, $2::text as word from generate_series(1, 2) n`,
  texts: ['n', 'more', 'word'],
}
const failing: Statement = { name: 'failing', text: `select (1 / $1::int)::text as n`, texts: ['n'] }

const rows = (word: string) => [
  { n: '1', more: null, word },
  { n: '2', more: 'more', word },
]

test('rows of texts come by their names, null as null, the first time and prepared', async () => {
  expect(await ledger.runner.run(twice, [1, 'one'])).toEqual(rows('one'))
  expect(await ledger.runner.run(twice, [1, 'two'])).toEqual(rows('two'))
})

test('answers that were sent for together come each to its own, errors among them', async () => {
  const words = Array.from({ length: 20 }, (_, i) => `word ${i}`)
  const answers = await Promise.all([
    ...words.map((word) => ledger.runner.run(twice, [1, word])),
    ledger.runner.run(failing, [0]).catch((error) => error.code),
    ledger.runner.run({ name: 'described', text: 'select 1 as one' }),
    ledger.runner.run(failing, [1]),
  ])
  expect(answers).toEqual([...words.map(rows), '22012', [{ one: 1 }], [{ n: '1' }]])
})

test('one whose connection is cut fails, and the next one is prepared anew', async () => {
  const connection = ledger.connection()
  await connection.run(twice, [1, 'before'])
  const [{ pid }] = await connection.run({ name: 'pid', text: 'select pg_backend_pid() as pid' })
  const cut = connection.run({ name: 'sleep', text: 'select pg_sleep(60)::text as slept', texts: ['slept'] })
  const failed = expect(cut).rejects.toThrow()
  await database.sql('select pg_terminate_backend($1)', [pid])
  await failed
  // its end is told a moment after the error
  const after = await until('it is connected again', () => connection.run(twice, [1, 'after']).catch(() => undefined))
  expect(after).toEqual(rows('after'))
})

test('through a pooler nothing is prepared, and the rows are the same', async () => {
  const connection = new Connection({ url: database.url, name: 'pooled', prepare: false })
  try {
    expect(await connection.run(twice, [1, 'pooled'])).toEqual(rows('pooled'))
    const prepared = await connection.run({ name: '', text: 'select name from pg_prepared_statements' })
    expect(prepared).toEqual([])
  } finally {
    await connection.close()
  }
})

test.each([
  ['texts', failing],
  ['described', { name: 'failing_too', text: 'select 1 / $1::int as n' }],
])('the stack of an error leads to who asked: %s', async (_, statement) => {
  const whoAsks = async () => await ledger.runner.run(statement, [0])
  const error = await whoAsks().catch((error) => error)
  expect(error.stack).toMatch(/division by zero[\s\S]*whoAsks/)
})
