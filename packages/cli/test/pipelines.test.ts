import { createPawl, definePhases, defineStages, phase, stage } from 'pawl'
import { expect, test } from 'vitest'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()
const pipelines = (...args: string[]) => call(['pipelines', ...args], { DATABASE_URL: database.url })

const report = defineStages('site-report', [
  stage('fetch', { run: () => 'page' }),
  stage('ask', { run: () => 'answer' }),
])

const scan = definePhases('library-scan', [
  phase('metadata', {
    label: 'Extracting metadata',
    unit: 'files',
    count: async () => 2,
    undone: async (tx, _, { after, limit }) => {
      const sql = 'select id from file where not read and id > coalesce($1::int, 0) order by id limit $2'
      return (await tx.query(sql, [after, limit])).rows as { id: number }[]
    },
    write: (tx, done) => tx.query('update file set read = true where id = any ($1)', [done.map(({ row }) => row.id)]),
  }),
])

test('pipelines are drawn, with their items and runs', async () => {
  expect(await pipelines()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('declared yet') })
  await database.sql('create table file as select id, false as read from generate_series(1, 2) id')
  const worker = createPawl({ url: database.url, jobs: [], pipelines: [report, scan], migrate: false })
  await worker.pipelines.submit(report, 'example.org', {})
  await worker.pipelines.start(scan, 'comics')
  await worker.drain()
  const { code, out } = await pipelines()
  expect(code).toBe(0)
  expect(out).toContain('[fetch] ──► [ask]')
  expect(out).toContain('ask: 0 under way, 1 done in 24 h, 0.02/s')
  expect(out).toMatch(/run 1 over comics: done at .*\n {4}Extracting metadata: 2\/2 files/)
  expect((await pipelines('site-report')).out).not.toContain('library-scan')
  expect(JSON.parse((await pipelines('library-scan', '--json')).out)).toMatchObject([
    {
      name: 'library-scan',
      picture: { nodes: [{ name: 'metadata' }] },
      runs: [{ state: 'done', phases: [{ done: 2 }] }],
    },
  ])
  expect(await pipelines('site-reprot')).toMatchObject({
    code: 3,
    err: "pawl: there is no pipeline 'site-reprot'; did you mean 'site-report'?",
  })
  expect(await pipelines('--runs', '0')).toMatchObject({
    code: 2,
    err: 'pawl: --runs must be a whole number above 0; got 0',
  })
})
