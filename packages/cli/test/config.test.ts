import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { hidePassword } from '../src/config/hide-password.ts'
import { openProject } from '../src/config/project.ts'
import { pawlOptionsOf } from '../src/pawl-options-of.ts'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl, project } from './support/pawl-process.ts'

const database = testDatabase()
// below this package, so that what the configurations import is found
const root = fileURLToPath(new URL('../../../.pawl/', import.meta.url))
mkdirSync(root, { recursive: true })
const folder = mkdtempSync(path.join(root, 'cli-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function configured(name: string, text: string): string {
  const file = path.join(folder, name, 'pawl.config.ts')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

test('a flag goes before the environment, that before the configuration, and that before what is usual', async () => {
  const file = configured('order', 'export default { port: 1001, host: "::1", dataDir: "data" }')
  const at = { folder: path.join(folder, 'order'), env: {}, flags: {} }
  const bare = await openProject(at)
  expect(bare).toMatchObject({
    file,
    settings: {
      port: { value: 1001, from: 'pawl.config.ts' },
      host: { value: '::1', from: 'pawl.config.ts' },
      dataDir: { value: path.join(folder, 'order', 'data'), from: 'pawl.config.ts' },
      workers: { value: undefined, from: 'default' },
      logLevel: { value: 'info', from: 'default' },
    },
  })
  const env = { PORT: '1002', PAWL_WORKERS: '', PAWL_LOG_LEVEL: 'warn' }
  const { settings } = await openProject({ ...at, env, flags: { logLevel: 'error' } })
  expect(settings).toMatchObject({
    port: { value: 1002, from: 'PORT' },
    workers: { value: undefined, from: 'default' },
    logLevel: { value: 'error', from: '--log-level' },
  })
})

test('the configuration of the nearest folder above is the one in force, and paths in it are meant from there', async () => {
  configured('above', 'export default { dataDir: "data" }')
  const below = path.join(folder, 'above', 'a', 'b')
  mkdirSync(below, { recursive: true })
  const { settings } = await openProject({ folder: below, env: {}, flags: {} })
  expect(settings.dataDir.value).toBe(path.join(folder, 'above', 'data'))
  const given = await openProject({ folder: below, env: { PAWL_DATA_DIR: 'here' }, flags: {} })
  expect(given.settings.dataDir.value).toBe(path.join(below, 'here'))
})

test('limits of reads are those of the configuration', async () => {
  configured('reads', 'export default { reads: { connections: 3, waiting: 50 } }')
  const limited = await openProject({ folder: path.join(folder, 'reads'), env: {}, flags: {} })
  expect(pawlOptionsOf(limited, database.url).reads).toEqual({ connections: 3, waiting: 50 })
  const file = configured('no-reads', 'export default { reads: { connections: 0 } }')
  const { code, err } = await call(['jobs', 'list', '--config', file, '--url', database.url])
  expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('reads.connections must be a whole number')])
  expect(code).not.toBe(0)
})

test('a configuration that cannot be used says so in a sentence', async () => {
  const refused = async (name: string, text: string) => {
    const { code, out, err } = await call(['migrate', '--config', configured(name, text)])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    return err
  }
  expect(await refused('typo', 'export default { prot: 1 }')).toMatch(
    /^pawl: pawl\.config\.ts has no setting 'prot'; did you mean 'port'\? \(it has: apps, /,
  )
  expect(await refused('nothing', 'export const config = {}')).toBe(
    'pawl: pawl.config.ts must export a configuration: export default defineConfig({ … })',
  )
  expect(await refused('kind', 'export default { port: "many" }')).toBe(
    "pawl: pawl.config.ts: port must be a whole number from 0 to 65535; got 'many'",
  )
  expect(await refused('apps', 'export default { apps: {} }')).toBe(
    'pawl: pawl.config.ts: apps must be a list of what defineApp returned, or of { name, load }',
  )
  expect(await refused('broken', 'import "./is-not-there.ts"; export default {}')).toMatch(
    /^pawl: pawl\.config\.ts cannot be loaded: Cannot find module/,
  )
  expect((await call(['migrate', '--config', 'elsewhere.ts'])).err).toBe(
    `pawl: --config: there is no file ${path.join(project, 'elsewhere.ts')}`,
  )
})

test('a broken configuration is no reason not to show help', async () => {
  const file = configured('help', 'throw new Error("no more")')
  const { code, out, err } = await call(['--help', '--config', file])
  expect({ code, err }).toEqual({
    code: 0,
    err: 'pawl: commands of applications are left out: pawl.config.ts cannot be loaded: no more',
  })
  expect(out).toContain('Durable background work')
})

test('the doctor shows what is in force and where it comes from, and no secret', async () => {
  const env = { DATABASE_URL: database.url, PAWL_TOKEN: 'a-secret-of-sixteen-letters', PORT: '9999' }
  const { code, out } = await pawl(['doctor'], { env })
  expect(code).toBe(0)
  const lines = out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))
  expect(lines.slice(0, 11)).toEqual([
    `configuration: ${path.join(project, 'pawl.config.ts')}; applications: mail, slow`,
    '',
    'SETTING | IN FORCE | FROM',
    `url | ${hidePassword(database.url)} | DATABASE_URL`,
    `dataDir | ${path.join(project, '.pawl')} | default`,
    'host | 127.0.0.1 | default',
    'port | 9999 | PORT',
    'token | (secret) | PAWL_TOKEN',
    'apps | all of the configuration | default',
    'workers | none of their own: pawl up works itself | default',
    'logLevel | info | default',
  ])
  expect(out).toMatch(/^ok {4}schema /m)
  expect(out).not.toContain('a-secret')
})

test('the doctor says what is bad, for scripts by its exit code', async () => {
  await database.sql('delete from pawl.migration where number > 1')
  const { code, out } = await call(['doctor', '--json', '--url', database.url])
  expect(code).toBe(1)
  const report = JSON.parse(out)
  expect(report.findings[0]).toMatchObject({ check: 'schema', status: 'bad' })
  expect(report.settings[0]).toMatchObject({ setting: 'url', from: '--url' })
  const away = await call(['doctor', '--url', 'postgres://127.0.0.1:1/x'])
  expect(away.code).toBe(4)
  expect(away.out).toMatch(/^SETTING/m)
  expect(away.out).toMatch(/bad {3}database +cannot be used\n +no PostgreSQL answers at 127\.0\.0\.1:1/)
})

test('no password is shown, wherever it stands in the address', () => {
  expect(hidePassword('postgres://u:p@ss@h/d')).toBe('postgres://u:…@h/d')
  expect(hidePassword('postgres://u:p/ss@h/d')).toBe('postgres://u:…@h/d')
  expect(hidePassword('postgres://h/d?user=u&password=p&x=1')).toBe('postgres://h/d?user=u&password=…&x=1')
})

test('an application whose command takes an option of ours is told so, and the rest goes on', async () => {
  const command = "{ name: 'go', summary: 'go', options: { '--url <x>': 'where' }, run: async () => 0 }"
  const app = `{ name: 'trip', title: 'Trip', jobs: [], commands: [${command}] }`
  const { code, err } = await call(['--help', '--config', configured('taken', `export default { apps: [${app}] }`)])
  expect(code).toBe(0)
  expect(err).toContain("pawl trip go cannot have the option '--url <x>': every command has one of this name")
})

test('an application may have its commands under a word that is easier to type, and no two the same', async () => {
  const app = (name: string, command: string) => `{
    name: '${name}', command: '${command}', title: 'Comics', jobs: [],
    commands: [{ name: 'go', summary: 'go', examples: [], run: async () => 0 }] }`
  const one = configured('called', `export default { apps: [${app('comic-library', 'comics')}] }`)
  const help = await call(['comics', '--help', '--config', one])
  expect(help.out).toContain('Usage: pawl comics')
  expect((await call(['comic-library', 'go', '--config', one])).err).toContain("pawl has no command 'comic-library'")
  const apps = [app('comic-library', 'comics'), app('other-library', 'comics')]
  const both = await call(['--help', '--config', configured('called-twice', `export default { apps: [${apps}] }`)])
  expect(both.err).toContain("two applications have the command 'comics': give one of them another")
})
