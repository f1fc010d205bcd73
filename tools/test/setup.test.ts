import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showInstallProgress, wantedPackages } from '../install-progress.mjs'
import { findNpm, installEnvironment, isWritable } from '../npm-install.mjs'
import { packagesFingerprint, reasonToInstall, recordInstall } from '../packages-state.mjs'
import { isAtLeast } from '../setup.mjs'
import { withSetupLock } from '../setup-lock.mjs'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pawl setup '))
  mkdirSync(join(root, 'packages/engine'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "workspaces": ["packages/*"] }')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'packages/engine/package.json'), '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

function install() {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  recordInstall(root, packagesFingerprint(root))
}

test('packages are installed once', () => {
  expect(reasonToInstall(root)).toBe('there are none yet')
  install()
  expect(reasonToInstall(root)).toBeUndefined()
})

test('an install that broke off is done again', () => {
  mkdirSync(join(root, 'node_modules'))
  expect(reasonToInstall(root)).toBeDefined()
})

test.each(['package.json', 'package-lock.json', 'packages/engine/package.json', 'packages/server/package.json'])(
  'a change of %s installs again',
  (file) => {
    install()
    mkdirSync(join(root, 'packages/server'))
    writeFileSync(join(root, file), '{ "workspaces": ["packages/*"], "version": "2.0.0" }')
    expect(reasonToInstall(root)).toMatch('changed')
  },
)

test('versions are compared by number, not by letter', () => {
  expect(isAtLeast('20.19.0', '20.19.0')).toBe(true)
  expect(isAtLeast('20.9.0', '20.19.0')).toBe(false)
  expect(isAtLeast('22.0.0', '20.19.0')).toBe(true)
  expect(isAtLeast('18.20.0', '20.19.0')).toBe(false)
})

test('of two set-ups at once the second waits for the first', async () => {
  const steps: string[] = []
  let letFirstEnd = () => {}
  const secondIsWaiting = new Promise<void>((resolve) => {
    letFirstEnd = resolve
  })
  const first = withSetupLock(root, async () => {
    steps.push('first begins')
    await secondIsWaiting
    steps.push('first ends')
  })
  const second = withSetupLock(root, async () => steps.push('second'), letFirstEnd)
  await Promise.all([first, second])
  expect(steps).toEqual(['first begins', 'first ends', 'second'])
})

test('the lock of a process that is gone holds nobody up, and nothing stays behind', async () => {
  const beyondAnyPid = 2 ** 30
  writeFileSync(join(root, '.pawl-setup.lock'), String(beyondAnyPid))
  expect(await withSetupLock(root, async () => 'done')).toBe('done')
  expect(readdirSync(root).filter((name) => name.includes('lock'))).toEqual(['package-lock.json'])
})

test('npm is taken from npm_execpath only when that is npm', () => {
  writeFileSync(join(root, 'npm-cli.js'), '')
  writeFileSync(join(root, 'yarn.js'), '')
  expect(findNpm(join(root, 'npm-cli.js')).command).toBe(process.execPath)
  expect(findNpm(join(root, 'yarn.js')).command).toBe('npm')
  expect(findNpm(undefined).command).toBe('npm')
})

test('what would make the install partial is not handed down', () => {
  const env = { npm_config_workspace: 'pawl', npm_config_omit: 'dev', NODE_OPTIONS: '--x', PATH: '/bin' }
  expect(installEnvironment(env)).toEqual({ PATH: '/bin' })
})

test('a folder that does not exist yet is writable when it could be made', () => {
  expect(isWritable(join(root, 'not/yet'))).toBe(true)
  expect(isWritable(join(root, 'package.json', 'below-a-file'))).toBe(false)
})

test('the packages of other platforms are not waited for, and the end says how many there are', () => {
  const lock = {
    packages: {
      '': {},
      'packages/engine': {},
      'node_modules/a': {},
      'node_modules/a/node_modules/b': {},
      'node_modules/elsewhere': { os: ['aix'] },
      'node_modules/other-cpu': { cpu: ['none'] },
    },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  expect(wantedPackages(root)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b'])
  let shown = ''
  const stream = { isTTY: false, write: (text: string) => (shown += text) } as unknown as NodeJS.WriteStream
  const end = showInstallProgress(root, stream)
  mkdirSync(join(root, 'node_modules/a'), { recursive: true })
  writeFileSync(join(root, 'node_modules/a/package.json'), '{}')
  end()
  expect(shown).toBe('  installed 1 packages in 0 s\n')
})
