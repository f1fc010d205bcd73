import { expect, test } from 'vitest'
import type { Pass } from '../../src/postgres/claim.ts'
import { declareSources } from '../../src/postgres/sources.ts'
import { Events } from '../../src/runtime/events.ts'
import { giveBackPass } from '../../src/runtime/sources/give-back-pass.ts'
import { SourceTeller } from '../../src/runtime/sources/source-teller.ts'
import type { Attempt } from '../../src/runtime/worker/attempt.ts'
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

test('of what attempts did not use, nothing is told that was spare', async () => {
  await declareSources(ledger.runner, [defineSource({ name: 'a', requestsPerMinute: 60, burst: 100 })])
  await database.sql(`update pawl.bucket set tokens = 10, refilled_at = clock_timestamp() + interval '1 hour'`)
  const teller = new SourceTeller(ledger.runner, new Events())
  const passes: Pass[] = ['token', 'spare', 'token', 'spare', 'spare']
  const claimedAt = performance.now()
  const attempts = passes.map((pass) => ({ pass, claimedAt, lane: { source: 'a' } }) as Attempt)
  for (const attempt of attempts) giveBackPass(teller, attempt)
  await teller.idle()
  expect(await database.sql('select tokens from pawl.bucket')).toEqual([{ tokens: 12 }])
  expect(attempts.map(({ pass }) => pass)).toEqual(passes.map(() => undefined))
})
