import { beforeAll, expect, test } from 'vitest'
import { defineStages, fixed, PermanentError, stage } from '../../src/index.ts'
import type { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import type { Library } from './conformance.ts'

/** Versions of a row that are easily read in two ways. */
const versions = {
  'a small number': '7::int',
  'a number beyond what JavaScript counts': '9007199254740993::bigint',
  'a number with a nought at its end': '1.10::numeric',
  'a fraction': '1e-7::float8',
  'a text': `'"1.10" \\ $1 ?'::text`,
  'a truth': 'true',
  'a time': `timestamptz '2031-02-03 04:05:06.789012+00'`,
  'a time without a zone': `timestamp '2031-02-03 04:05:06.789012'`,
}

/** What `pipelines.submit` and `pipelines.retry` promise with `{ tx }`, for the transactions of one library. */
export function submitsItems<Tx extends object>(
  database: ReturnType<typeof testDatabase>,
  library: () => Library<Tx>,
): void {
  let fails = false
  const ask = () => {
    if (fails) throw new PermanentError('no answer')
    return 'asked'
  }
  const retry = { attempts: 1, backoff: fixed({ delayMs: 1 }) }
  const stages = [stage('fetch', { run: ({ input }) => input }), stage('ask', { retry, run: ask })] as const
  const report = defineStages('report', stages)
  const versioned = (name: string, expression: string) =>
    defineStages(name, stages, {
      version: async (tx, item) =>
        (await tx.query(`select ${expression} as row_version from site where name = $1; `, [item])).rows[0]
          ?.row_version,
    })

  beforeAll(() => database.sql(`create table site (name text primary key); insert into site values ('a.org')`))

  test('an item is submitted by a commit, once, and goes through its stages', async () => {
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [report] })
    await library().transact(async (tx) => {
      const first = await pawl.pipelines.submit(report, 'committed', { deep: ['"', null] }, { tx })
      expect(first).toMatchObject({ taken: true, state: 'queued', stage: 'fetch' })
      const second = await pawl.pipelines.submit(report, 'committed', {}, { tx })
      expect(second).toEqual({ ...first, taken: false })
    })
    await library().transact(async (tx) => {
      const third = await pawl.pipelines.submit(report, 'committed', {}, { tx })
      expect(third).toMatchObject({ taken: false, state: 'queued', stage: 'fetch' })
    })
    await pawl.drain({ keepOpen: true })
    expect(await pawl.pipelines.get(report, 'committed')).toMatchObject({
      state: 'done',
      results: { fetch: { deep: ['"', null] }, ask: 'asked' },
    })
  })

  test('a rollback leaves no item', async () => {
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [report] })
    const undone = library().transact(async (tx) => {
      await pawl.pipelines.submit(report, 'undone', {}, { tx })
      throw new Error('the caller gave up')
    })
    await expect(undone).rejects.toThrow('the caller gave up')
    expect(await pawl.pipelines.get(report, 'undone')).toBeUndefined()
  })

  test('an item that failed is tried again by a commit, once, from where it stood, and its letter is discarded', async () => {
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [report] })
    const discarded: string[] = []
    pawl.on('job.discard', ({ id, queue, type }) => discarded.push(`${id} ${queue} ${type}`))
    fails = true
    await pawl.pipelines.submit(report, 'failed', 'kept')
    await pawl.drain({ keepOpen: true })
    fails = false
    const failed = await pawl.pipelines.get(report, 'failed')
    expect(failed).toMatchObject({ state: 'failed', stage: 'ask' })
    await library().transact(async (tx) => {
      const first = await pawl.pipelines.retry(report, 'failed', { tx })
      expect(first).toMatchObject({ taken: true, state: 'queued', stage: 'ask' })
      expect(await pawl.pipelines.retry(report, 'failed', { tx })).toEqual({ ...first, taken: false })
    })
    expect(discarded).toEqual([`${failed!.job} report.ask report.ask`])
    await pawl.drain({ keepOpen: true })
    expect(await pawl.pipelines.get(report, 'failed')).toMatchObject({
      state: 'done',
      results: { fetch: 'kept', ask: 'asked' },
    })
  })

  test('an item that is done is submitted anew, and one without results is not retried from a later stage', async () => {
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [report] })
    await pawl.pipelines.submit(report, 'again', 'old')
    await pawl.drain({ keepOpen: true })
    await library().transact(async (tx) => {
      expect(await pawl.pipelines.submit(report, 'again', 'new', { tx })).toMatchObject({ taken: true })
    })
    await pawl.pipelines.cancel(report, 'again')
    await library().transact(async (tx) => {
      const early = pawl.pipelines.retry(report, 'again', { tx, from: 'ask' })
      await expect(early).rejects.toMatchObject({ code: 'stage-not-reached' })
      expect(await pawl.pipelines.retry(report, 'again', { tx })).toMatchObject({ taken: true, stage: 'fetch' })
    })
    await pawl.drain({ keepOpen: true })
    expect(await pawl.pipelines.get(report, 'again')).toMatchObject({ state: 'done', results: { fetch: 'new' } })
  })

  test.each(Object.entries(versions))('%s as the version of a row is the same to the stages', async (_, expression) => {
    const site = versioned('site', expression)
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [site] })
    await library().transact((tx) => pawl.pipelines.submit(site, 'a.org', {}, { tx }).then(() => {}))
    await pawl.drain({ keepOpen: true })
    expect(await pawl.pipelines.get(site, 'a.org')).toMatchObject({ state: 'done', stage: 'ask', reason: null })
  })

  test('an item without a row of the user is refused, and the transaction goes on', async () => {
    const site = versioned('site', '1')
    const pawl = testPawl({ url: database.url, jobs: [], pipelines: [site] })
    await library().transact(async (tx) => {
      const refused = pawl.pipelines.submit(site, 'nowhere.org', {}, { tx })
      await expect(refused).rejects.toMatchObject({ code: 'unknown-item' })
      await library().insertOrder(tx, 9)
    })
    expect(await database.sql('select id from orders where id = 9')).toEqual([{ id: 9 }])
  })
}
