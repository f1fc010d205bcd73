import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { storedToken } from '../../src/index.ts'

const root = mkdtempSync(join(tmpdir(), 'pawl-token-'))
const file = fileURLToPath(new URL('./fixtures/take-tokens.ts', import.meta.url))
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  rmSync(root, { recursive: true, force: true })
})

/** A process that takes the token of each folder that it is told. */
function taker(): { ask(folder: string): void; answer(): Promise<string> } {
  const args = [...sourceArgs, file]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  ends.push(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ask: (folder) => child.stdin.write(`${folder}\n`),
    answer: async () => (await lines.next()).value ?? 'it has ended',
  }
}

test('processes that start at once agree on the token, and none ever reads half of one', async () => {
  const takers = [taker(), taker(), taker()]
  for (const { answer } of takers) expect(await answer()).toBe('ready')
  for (let round = 0; round < 60; round++) {
    const folder = join(root, `round-${round}`)
    for (const { ask } of takers) ask(folder)
    const tokens = await Promise.all(takers.map(({ answer }) => answer()))
    expect([...new Set(tokens)]).toEqual([readFileSync(join(folder, 'token'), 'utf8').trim()])
    expect(tokens[0]).toMatch(/^[\w-]{43}$/)
  }
})

test('it is its owner alone who may read it, and nothing else is left in the folder', () => {
  const folder = join(root, 'fresh')
  expect(storedToken(folder)).toMatchObject({ isNew: true, file: join(folder, 'token') })
  expect(readdirSync(folder)).toEqual(['token'])
  expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)
})

test('a file without a token is told, and left as it is', () => {
  const folder = join(root, 'emptied')
  storedToken(folder)
  writeFileSync(join(folder, 'token'), '\n')
  expect(() => storedToken(folder)).toThrow(/holds no token; remove it/)
})
