import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { conformance } from '../conformance/index.ts'
import { testDatabase } from './support/database.ts'
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const started = await startPgBouncer(inject('adminUrl'))
const missing = typeof started === 'string' ? started : undefined

if (missing !== undefined) {
  test('everything works through PgBouncer in transaction mode', (context) => {
    if (process.env.CI) expect.fail(missing)
    context.skip(missing)
  })
} else {
  const bouncer = started as PgBouncer
  const name = new URL(database.url).pathname.slice(1)
  afterAll(() => bouncer.stop())
  beforeAll(() => database.sql('select 1'))
  conformance({
    name: 'PgBouncer in transaction mode',
    database,
    open: (options) => testPawl({ ...options, url: bouncer.url(name), pooler: true }),
  })
}
