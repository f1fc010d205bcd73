import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const empty = testDatabase({ empty: true })
const database = testDatabase()

test('without a command it says what there is, and that this was no call', async () => {
  const { code, out, err } = await pawl([])
  expect({ code, err }).toEqual({ code: 2, err: '' })
  expect(out).toMatch(/^Usage: pawl \[options\] \[command\]\n\nDurable background work on PostgreSQL\.\n/)
  const named = [...out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name)
  const ours = 'up worker dev migrate jobs dead queues sources schedules pipelines operations top doctor completion'
  expect(named).toEqual([...ours.split(' '), 'mail', 'help'])
})

test('help of every command has an example that begins with the command', async () => {
  const overview = await call(['--help'])
  const names = [...overview.out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!)
  for (const name of names.filter((each) => each !== 'help')) {
    const { code, out } = await call([name, '--help'])
    expect({ name, code }).toEqual({ name, code: 0 })
    expect(out).toMatch(new RegExp(`^Usage: pawl ${name}`))
    expect(out).toMatch(new RegExp(`Examples:\\n.*pawl ${name}`))
    for (const [, verb] of out.matchAll(/^ {2}([a-z]+) {2,}/gm)) {
      const help = await call([name, verb!, '--help'])
      expect(help.out).toMatch(new RegExp(`Examples:\\n  \\$ pawl ${name} ${verb}`))
    }
  }
})

test('no line of help ends with blanks', async () => {
  const overview = await call(['--help'])
  const names = [...overview.out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!)
  for (const name of names.filter((each) => each !== 'help')) {
    const { out } = await call([name, '--help'])
    for (const [, verb] of out.matchAll(/^ {2}([a-z]+) {2,}/gm)) {
      expect((await call([name, verb!, '--help'])).out).not.toMatch(/[^\S\n]$/m)
    }
    expect(out).not.toMatch(/[^\S\n]$/m)
  }
})

test('--version prints the version of the package, and loads no application', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const flag of ['--version', '-V']) {
    expect(await call([flag])).toEqual({ code: 0, out: version, err: '' })
  }
})

const misunderstood: readonly (readonly [args: string, message: string])[] = [
  ['migrat', "pawl has no command 'migrat'; did you mean 'migrate'?"],
  ['jobs lsit', "pawl jobs has no command 'lsit'; did you mean 'list'?"],
  ['dead bury job_1', "pawl dead has no command 'bury'; there are: list, show, replay, discard"],
  ['mail gret', "pawl mail has no command 'gret'; did you mean 'greet'?"],
  ['migrate --dry', "pawl migrate has no option '--dry'; did you mean '--dry-run'?"],
  ['jobs list --lmit 3', "pawl jobs list has no option '--lmit'; did you mean '--limit'?"],
  ['jobs list --limit', 'pawl jobs list: --limit <n> needs a value: pawl jobs list --help says more'],
  ['jobs list --limit many', "pawl: --limit must be a number; got 'many'"],
  [
    'jobs list --since yesterdy',
    "pawl: --since must be so long ago (30s, 15m, 2h, 7d), or an instant like 2026-05-01T12:00:00Z; got 'yesterdy'",
  ],
  [
    'dead list --reason bad',
    "pawl: --reason must be one of permanent, exhausted, poison, expired, dependency; got 'bad'",
  ],
  ['jobs show', 'pawl jobs show needs <job>: pawl jobs show --help says more'],
  ['jobs show job_1 job_2', "pawl jobs show takes <job>; got 'job_2' besides"],
  ['migrate now', "pawl migrate takes no arguments; got 'now' besides"],
  ['jobs cancel', 'pawl jobs cancel takes jobs, or --queue or --type, and not both'],
  ['dead replay', 'pawl dead replay takes jobs, or --all, and not both'],
  ['dead replay job_1 job_2 --body 1', 'pawl: --body is for one job; got 2'],
  ['sources set post', 'pawl sources set needs --per-minute, --burst or --quota'],
  ['completion powershell', "pawl completion knows no shell 'powershell'; there are: bash, zsh, fish"],
  [
    'worker --apps mial',
    "pawl: the configuration has no application 'mial'; did you mean 'mail'? (there are: mail, slow)",
  ],
  ['up --port 99999', "pawl: --port: port must be a whole number from 0 to 65535; got '99999'"],
  ['jobs show 17 --url %', "pawl: a job id looks like 'job_123'; got '17'. Pass the id that enqueue returned."],
]

test.each(misunderstood)('pawl %s is answered in one sentence', async (args, message) => {
  const words = args.split(' ').map((word) => (word === '%' ? database.url : word))
  expect(await call(words)).toEqual({ code: 2, out: '', err: message })
})

test('a database that cannot be used is told apart, without its password', async () => {
  const server = new URL(inject('adminUrl'))
  const changed = (change: (url: URL) => void) => {
    const url = new URL(server)
    change(url)
    return url.href
  }
  const listed = async (url: string) => {
    const result = await call(['queues', 'list'], { DATABASE_URL: url })
    expect(result.err).not.toContain('secret')
    expect(result.err).not.toMatch(/\n.+/)
    return result
  }
  expect(await listed('postgres://ada:secret@127.0.0.1:1/x')).toEqual({
    code: 4,
    out: '',
    err: 'pawl: no PostgreSQL answers at 127.0.0.1:1: start it, or correct the address (DATABASE_URL is postgres://ada:…@127.0.0.1:1/x)',
  })
  const unknown = changed((url) => {
    url.pathname = '/no_such_database'
  })
  expect(await listed(unknown)).toMatchObject({
    code: 4,
    err: expect.stringContaining("has no database 'no_such_database': make it with: createdb no_such_database"),
  })
  const stranger = changed((url) => {
    url.username = 'nobody_at_all'
    url.password = 'secret'
  })
  expect(await listed(stranger)).toMatchObject({
    code: 4,
    err: expect.stringContaining("refuses the user 'nobody_at_all'"),
  })
  expect(await listed('mysql://ada:secret@somewhere')).toEqual({
    code: 2,
    out: '',
    err: "pawl: DATABASE_URL: url must be an address like postgres://user:password@host:5432/database; got 'mysql://ada:…@somewhere'",
  })
})

test('a database without the schema is told apart: one command puts it right', async () => {
  const { code, out, err } = await pawl(['jobs', 'list', '--url', empty.url])
  expect({ code, out }).toEqual({ code: 5, out: '' })
  expect(err).toMatch(/^pawl: \d+ migrations are missing in this database: run pawl migrate\n$/)
})

test('a command that only looks makes no embedded database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pawl-cli-'))
  try {
    const { code, err } = await call(['jobs', 'list'], { PAWL_DATA_DIR: folder })
    expect(code).toBe(4)
    const advice = 'run pawl up to make one, or name another with --url or DATABASE_URL'
    expect(err).toBe(`pawl: there is no database in ${folder} yet: ${advice}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a list of an application is a table for people and JSON for programs', async () => {
  const env = { DATABASE_URL: database.url }
  expect(await call(['mail', 'folders'], env)).toEqual({ code: 0, out: 'FOLDER  LETTERS\ninbox        12', err: '' })
  const { out } = await call(['mail', 'folders', '--json'], env)
  expect(JSON.parse(out)).toEqual({ folders: [{ name: 'inbox', letters: 12 }] })
  expect(await call(['mail', 'folders', '--empty'], env)).toEqual({ code: 0, out: '', err: 'no folder yet' })
})

test('a command of an application runs the jobs of that application where no worker does', async () => {
  const env = { DATABASE_URL: database.url }
  expect(await call(['mail', 'deliver', 'Ada'], env)).toMatchObject({ code: 0, out: 'Hello Ada' })
})
