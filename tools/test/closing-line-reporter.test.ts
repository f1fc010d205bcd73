import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = fileURLToPath(new URL('../closing-line-reporter.ts', import.meta.url))
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl reporter '))
})

afterEach(() => rmSync(folder, { recursive: true }))

function runTests(files: Record<string, string>, ...args: string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const reporters = ['--reporter=default', `--reporter=${reporter}`]
  const options = { encoding: 'utf8', cwd: folder, env: { ...process.env, NO_COLOR: '1' } } as const
  const run = spawnSync(process.execPath, [vitest, 'run', '--globals', ...reporters, ...args], options)
  return { status: run.status, lines: run.stdout.trimEnd().split('\n') }
}

test('the last line counts every kind of failure', () => {
  const { status, lines } = runTests({
    'a.test.js': `
      test('passes', () => {})
      test('fails', () => { throw new Error('no') })
      test('skips', (context) => context.skip('no Redis here'))
      describe('group', () => { beforeAll(() => { throw new Error('no') }); test('has no turn', () => {}) })
    `,
    'b.test.js': `import './missing.js'`,
    'c.test.js': `test('leaves an error behind', () => { Promise.reject(new Error('later')) })`,
  })
  expect(lines.at(-1)).toBe('2 passed, 5 failed, 1 skipped')
  expect(lines).toContain('skipped: a.test.js > skips: no Redis here')
  expect(status).toBe(1)
})

test('a skip without a reason fails the run by itself', () => {
  const { status, lines } = runTests({ 'a.test.js': `test('passes', () => {}); test.skip('silent', () => {})` })
  expect(lines.slice(-2)).toEqual([
    'failed: a.test.js > silent: skipped without a reason',
    '1 passed, 1 failed, 0 skipped',
  ])
  expect(status).toBe(1)
})

test('a run by name counts what it selected', () => {
  const files = { 'a.test.js': `test('one', () => {}); test('two', () => {})` }
  expect(runTests(files, '-t', 'two')).toMatchObject({
    status: 0,
    lines: expect.arrayContaining(['1 passed, 0 failed, 0 skipped']),
  })
})

test('a run that fails before its first test has one failure', () => {
  const { status, lines } = runTests({ 'a.js': '' })
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped')
  expect(status).toBe(1)
})
