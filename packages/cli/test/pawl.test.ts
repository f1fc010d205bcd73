import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createPawl, definePhases, defineStages, phase, stage } from 'pawl'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runPawl } from '../src/run-pawl.ts'

const file = fileURLToPath(new URL('../src/pawl.ts', import.meta.url))
const name = `cli_${process.pid}`
const url = new URL(inject('adminUrl'))
url.pathname = `/${name}`

const query = async (at: string, sql: string) => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The command as people call it, in a process of its own. */
async function pawl(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { DATABASE_URL: _, ...env } = process.env
  const command = ['--import', 'tsx', '--conditions=pawl-source', file, ...args]
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

beforeAll(() => query(inject('adminUrl'), `create database ${name}`))
afterAll(() => query(inject('adminUrl'), `drop database ${name} with (force)`))

test('a dry run prints the SQL and changes nothing, and that SQL is what a migration does', async () => {
  const dry = await pawl('migrate', '--dry-run', '--url', url.href)
  expect(dry).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ migrations would be applied/) })
  expect(dry.out).toContain('create table pawl.attempt')
  expect(await query(url.href, `select from pg_namespace where nspname = 'pawl'`)).toEqual([])

  const done = await pawl('migrate', '--url', url.href)
  expect(done.code).toBe(0)
  const titles = [...dry.out.matchAll(/^-- migration (\d+: .*)$/gm)].map(([, title]) => `applied ${title}`)
  expect(done.out.trim().split('\n')).toEqual(titles)
  expect(await pawl('migrate', '--dry-run', '--url', url.href)).toEqual({
    code: 0,
    out: '',
    err: 'the schema is up to date\n',
  })
})

test('the doctor says what it found, and its exit code whether something is bad', async () => {
  const well = await pawl('doctor', '--url', url.href)
  expect(well).toMatchObject({ code: 0, out: expect.stringMatching(/^ok +schema /) })
  await query(url.href, 'delete from pawl.migration where number > 1')
  const json = await pawl('doctor', '--json', '--url', url.href)
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)[0]).toMatchObject({ check: 'schema', status: 'bad' })
})

test('sources are listed and operated on, for all workers', async () => {
  const sources = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const to = (lines: string[]) => (line: string) => void lines.push(line)
    const code = await runPawl(['sources', ...args, '--url', url.href], { env: {}, print: to(out), say: to(err) })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  expect(await sources()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('declared yet') })
  const settings = { maxFailures: 5, coolDownMs: 1, maxCoolDownMs: 1, buckets: { '': { perMinute: 60, burst: 4 } } }
  await query(url.href, `select pawl.declare_source('mangadex', '${JSON.stringify(settings)}')`)
  expect((await sources('pause', 'mangadex')).out).toBe('mangadex is paused until it is resumed')
  expect((await sources('limit', 'mangadex', '--per-minute', '30', '--per-day', '5000')).code).toBe(0)
  const lines = (await sources()).out.trim().split('\n')
  expect(lines[0]).toMatch(/^SOURCE +STATE +LIMIT +TOKENS/)
  expect(lines[1]).toMatch(/^mangadex +paused +30\/min, burst 4, 5000 of 5000\/day +3 +0 +0 +0$/)
  expect((await sources('resume', 'mangadex')).code).toBe(0)
  expect((await sources('pause', 'mangadex', '--minutes', '5')).out).toContain('for 5 minutes')
  expect((await sources('close', 'mangadex')).code).toBe(0)
  expect(JSON.parse((await sources('--json')).out)).toMatchObject([{ name: 'mangadex', requestsPerMinute: 30 }])
  expect(await sources('limit', 'mangadex', '--burst', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining("--burst must be a number; got 'x'"),
  })
  expect(await sources('pause', 'mangdex')).toMatchObject({ code: 1, err: expect.stringContaining("'mangadex'?") })
  expect(await sources('stop', 'mangadex')).toMatchObject({ code: 2, err: expect.stringContaining('pause, resume') })
})

test('pipelines are drawn, with their items and runs', async () => {
  const pipelines = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const to = (lines: string[]) => (line: string) => void lines.push(line)
    const code = await runPawl(['pipelines', ...args, '--url', url.href], { env: {}, print: to(out), say: to(err) })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  expect(await pipelines()).toMatchObject({ code: 0, out: '', err: expect.stringContaining('declared yet') })
  const report = defineStages('site-report', [
    stage('fetch', { run: () => 'page' }),
    stage('ask', { run: () => 'answer' }),
  ])
  const scan = definePhases('library-scan', [
    phase('metadata', {
      label: 'Extracting metadata',
      unit: 'files',
      count: async () => 2,
      undone: async (tx, _, { after, limit }) =>
        (
          await tx.query('select id from file where not read and id > coalesce($1::int, 0) order by id limit $2', [
            after,
            limit,
          ])
        ).rows as { id: number }[],
      write: (tx, done) => tx.query('update file set read = true where id = any ($1)', [done.map(({ row }) => row.id)]),
    }),
  ])
  await query(url.href, 'create table file as select id, false as read from generate_series(1, 2) id')
  const worker = createPawl({ url: url.href, jobs: [], pipelines: [report, scan], migrate: false })
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
  expect(await pipelines('site-reprot')).toMatchObject({ code: 1, err: expect.stringContaining('site-report') })
  expect(await pipelines('--runs', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('--runs') })
})

test('a call that cannot be understood says what was expected', async () => {
  expect(await pawl()).toMatchObject({ code: 2, out: expect.stringContaining('pawl migrate') })
  expect(await pawl('migrat')).toMatchObject({
    code: 2,
    err: expect.stringContaining(`no command 'migrat'; there are: `),
  })
  expect(await pawl('migrate', '--dry')).toMatchObject({ code: 2, err: expect.stringContaining('--dry-run') })
  expect(await pawl('migrate')).toMatchObject({ code: 2, err: expect.stringContaining('pass --url') })
  const nobody = await pawl('doctor', '--url', 'postgres://127.0.0.1:1/x')
  expect(nobody).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ECONNREFUSED') })
})
