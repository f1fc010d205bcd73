import { existsSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../src/config/settings.ts'
import { loadCommands } from '../src/load-commands.ts'
import { type Call, makeProgram } from '../src/program.ts'
import { recordingTerminal } from './support/recording-terminal.ts'

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

type Service = {
  readonly image?: string
  readonly build?: string
  readonly command?: readonly string[]
  /** Null: the value of the shell. */
  readonly environment?: Readonly<Record<string, string | null>>
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
  readonly deploy?: { readonly replicas: number }
  readonly volumes?: readonly string[]
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>
  volumes: Readonly<Record<string, unknown>>
}
const { services } = compose

const commands = await loadCommands(() => true)

/** The call that a container makes, as `pawl` understands it. */
function understood(args: readonly string[]): Omit<Call, 'program'> | undefined {
  let call: Omit<Call, 'program'> | undefined
  const program = makeProgram(commands, recordingTerminal(), (made) => {
    call = made
  })
  program.parse([...args], { from: 'user' })
  return call
}

test('the compose file has PostgreSQL, a migration before the others, a server and workers of one image', () => {
  expect(Object.keys(services)).toEqual(['postgres', 'migrate', 'server', 'worker'])
  const { postgres, migrate, server, worker } = services
  expect(postgres!.healthcheck!.test.slice(0, 2)).toEqual(['CMD', 'pg_isready'])
  for (const one of [migrate!, server!, worker!]) expect(one).toMatchObject({ image: 'pawl', build: '.' })
  expect(migrate!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  for (const one of [server!, worker!]) {
    expect(one.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  }
  expect(worker!.deploy!.replicas).toBeGreaterThan(1)
})

test('pawl understands what the containers call', () => {
  expect(understood(services.migrate!.command!)?.command.name).toBe('migrate')
  expect(understood(services.server!.command!)).toMatchObject({ command: { name: 'up' }, options: { workers: '0' } })
  expect(understood(services.worker!.command!)).toMatchObject({
    command: { name: 'worker' },
    options: { migrate: false },
  })
})

test('what the containers get in their environment is what pawl or its configuration reads', () => {
  const configuration = read('pawl.config.ts') + read('apps/coin-prices/src/environment.ts')
  for (const name of ['migrate', 'server', 'worker']) {
    const given = Object.entries(services[name]!.environment ?? {}).map(([variable, value]) => [variable, value ?? ''])
    const env = { ...Object.fromEntries(given), DATABASE_URL: 'postgres://pawl_owner:x@postgres:5432/app' }
    const settings = readSettings({ flags: {}, env, config: {}, file: undefined, folder: '/' })
    const known = Object.values(settings).map(({ from }) => from)
    for (const variable of Object.keys(env)) {
      expect(known.includes(variable) || configuration.includes(variable), variable).toBe(true)
    }
  }
})

test('nothing but the server is reachable, and that from this machine alone; no secret is written down', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['server', ['127.0.0.1:8787:8787']]])
  const secrets = [...read('compose.yaml').matchAll(/(?:TOKEN|PASSWORD): (.*)$/gm)].map(([, value]) => value)
  expect(secrets).toHaveLength(2)
  for (const secret of secrets) expect(secret).toMatch(/^\$\{\w+:\?.*\}$/)
})

test('the Dockerfile runs pawl as a user of its own, without a shell between', () => {
  const file = read('Dockerfile')
  expect(file).toMatch(/^USER node$/m)
  expect(file).toMatch(/^ENTRYPOINT \["node", "\/pawl\/packages\/cli\/bin\/pawl\.mjs"\]$/m)
  const { bin } = JSON.parse(read('packages/cli/package.json'))
  expect(bin.pawl).toBe('bin/pawl.mjs')
})

test('a linter finds nothing in the Dockerfile, and each file that it copies is there', () => {
  const file = read('Dockerfile')
  expect(validate(file, {})).toEqual([])
  // that it would find something
  expect(validate(file.replace('USER node', 'USR node'), {})).not.toEqual([])
  const stages = [...file.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, stage]) => stage)
  for (const [, stage, from] of file.matchAll(/^COPY (?:--from=(\w+) )?(.*) \S+$/gm)) {
    if (stage !== undefined) expect(stages).toContain(stage)
    else
      for (const name of from!.split(' '))
        expect([name, existsSync(new URL(`../../../${name}`, import.meta.url))]).toEqual([name, true])
  }
})

/** What Compose knows of a service, as far as ours use it; it refuses everything else. */
const known = [
  ...['image', 'build', 'init', 'restart', 'environment', 'command', 'volumes', 'healthcheck', 'depends_on'],
  ...['stop_grace_period', 'ports', 'deploy'],
]

test('the compose file says nothing that Compose does not know, and names nothing that is not there', () => {
  expect(Object.keys(compose).filter((key) => !key.startsWith('x-'))).toEqual(['name', 'services', 'volumes'])
  for (const service of Object.values(services)) {
    expect(Object.keys(service).filter((key) => !known.includes(key))).toEqual([])
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(services)).toContain(other)
    for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    const { test: _, retries: __, ...times } = { test: [], ...service.healthcheck } as Record<string, unknown>
    for (const time of [...Object.values(times), service.stop_grace_period ?? '1s']) expect(time).toMatch(/^\d+s$/)
    // Compose itself waits for the health of those that others wait for
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      if (condition === 'service_healthy') expect(services[other]!.healthcheck).toBeDefined()
    }
  }
})

test('containers are given the time that pawl takes to stop', () => {
  // what runs is finished, then handed back; see worker.shutdownGraceMs and worker.abortGraceMs
  const takesSeconds = 25 + 5 + 5
  for (const name of ['server', 'worker']) {
    expect(Number.parseInt(services[name]!.stop_grace_period!, 10)).toBeGreaterThan(takesSeconds)
  }
})
