import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = fileURLToPath(new URL('../run.mjs', import.meta.url))
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl run '))
})

afterEach(() => rmSync(folder, { recursive: true }))

function start(source: string, ...args: string[]): ChildProcess {
  const file = join(folder, 'program.ts')
  writeFileSync(file, source)
  const { NODE_OPTIONS: _, ...env } = process.env
  return spawn(process.execPath, [run, file, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function outputOf(child: ChildProcess) {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

test('a TypeScript file runs with its arguments, and its exit code comes back', async () => {
  const source = 'const all: string[] = process.argv.slice(2)\nconsole.log(all.join("|"))\nprocess.exitCode = 7'
  expect(await outputOf(start(source, 'a b', 'c'))).toEqual({ code: 7, output: 'a b|c\n' })
})

test('a process that the program starts resolves workspace packages to their sources', async () => {
  const source = `import { execFileSync } from 'node:child_process'
    const args = ['--input-type=module', '-e', 'console.log(import.meta.resolve("@pawl/embedded"))']
    console.log(execFileSync(process.execPath, args, { encoding: 'utf8', cwd: process.argv[2] }))`
  const { output } = await outputOf(start(source, dirname(dirname(run))))
  expect(output.trim()).toMatch(/^file:.*\/packages\/embedded\/src\/index\.ts$/)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches the program once, which ends in its own time', async (signal) => {
  const child = start(`let times = 0
    const alive = setInterval(() => {}, 1000)
    process.on('${signal}', () => {
      times += 1
      setTimeout(() => { console.log('signals: ' + times); clearInterval(alive); process.exitCode = 3 }, 100)
    })
    console.log('ready')`)
  child.stdout?.once('data', () => child.kill(signal))
  expect(await outputOf(child)).toEqual({ code: 3, output: 'ready\nsignals: 1\n' })
})

test('a program that a signal ends gives 128 and the signal', async () => {
  const child = start(`setInterval(() => {}, 1000)\nconsole.log('ready')`)
  child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect(await outputOf(child)).toMatchObject({ code: 143 })
})
