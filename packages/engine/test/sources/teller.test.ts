import { expect, test } from 'vitest'
import { declareSources } from '../../src/postgres/sources.ts'
import { Events } from '../../src/runtime/events.ts'
import { SourceTeller } from '../../src/runtime/sources/source-teller.ts'
import { defineSource } from '../../src/source/define-source.ts'
import { testSources } from './support/test-sources.ts'

const { database, ledger } = testSources()

test('whoever waits for an answer gets one, though others tell the same in the same breath', async () => {
  await declareSources(ledger.runner, [defineSource({ name: 'a' })])
  const teller = new SourceTeller(ledger.runner, new Events())
  const told = { source: 'a', kind: 'answered' } as const
  teller.note(told)
  const heard = Promise.all([teller.tell(told), teller.tell(told)])
  teller.note(told)
  await teller.idle()
  // all is written by now: who has not heard never will
  const late = new Promise((resolve) => setImmediate(() => resolve('nobody answered')))
  expect(await Promise.race([heard, late])).toMatchObject([{ isNow: 'closed' }, { isNow: 'closed' }])
  expect(await database.sql('select requests from pawl.source')).toEqual([{ requests: '4' }])
})
