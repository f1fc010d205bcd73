import { expect, test } from 'vitest'
import {
  AttemptTimeoutError,
  CancelledError,
  isInterruption,
  LeaseLostError,
  PawlError,
  PermanentError,
  ShutdownError,
  SourceDeferredError,
} from '../src/index.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()

const failed = (sql: string): Promise<unknown> => database.sql(sql).catch((error: unknown) => error)

test.each([
  new LeaseLostError(),
  new CancelledError(),
  new ShutdownError(),
  new PawlError('no-connection', 'Pawl could not connect'),
  new PawlError('commit-unknown', 'connection lost during COMMIT'),
  new SourceDeferredError('shop', 'limited', 1_000, 'the source is rate-limited'),
  new Error('wrapped', { cause: new LeaseLostError() }),
])('an error of Pawl about the attempt is an interruption: %s', (error) => {
  expect(isInterruption(error)).toBe(true)
})

test.each([
  new Error('the feed is empty'),
  new PermanentError('the feed is gone'),
  new AttemptTimeoutError(1_000),
  Object.assign(new Error('the service closed the connection'), { code: 'EPIPE' }),
  Object.assign(new Error('not there'), { status: 404 }),
  null,
  'text',
])('an error about the subject of the job is no interruption: %s', (error) => {
  expect(isInterruption(error)).toBe(false)
})

test('an error of PostgreSQL is an interruption unless values, constraints or sizes cause it', async () => {
  await database.sql('create table unique_name (name text primary key); insert into unique_name values (1)')
  const errors = {
    missingTable: await failed('select * from no_table_of_this_name'),
    noSuchFunction: await failed('select no_function_of_this_name()'),
    raised: await failed(`do $$ begin raise exception 'no' using errcode = '57P01'; end $$`),
    badValue: await failed(`select 'x'::int`),
    duplicate: await failed('insert into unique_name values (1)'),
  }
  const found = Object.entries(errors).map(([name, error]) => [name, isInterruption(error)])
  expect(Object.fromEntries(found)).toEqual({
    missingTable: true,
    noSuchFunction: true,
    raised: true,
    badValue: false,
    duplicate: false,
  })
})

test('an error that is its own cause, or hides its fields, is read to the end', () => {
  const circular = new Error('a')
  circular.cause = circular
  const hidden = new Proxy(new Error('b'), {
    get() {
      throw new Error('hidden')
    },
  })
  expect([isInterruption(circular), isInterruption(hidden)]).toEqual([false, false])
})
