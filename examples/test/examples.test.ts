import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sourceArgs } from '../../tools/source-options.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function runExample(name: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pawl-example-'))
  try {
    const args = [...sourceArgs, path.join(root, 'examples', name)]
    const env = { ...process.env, DATABASE_URL: '', PAWL_DATA_DIR: dataDir }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
    return stdout
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('the example in the README is the file in examples/, and it runs', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const example = await readFile(path.join(root, 'examples/first-job.ts'), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``)
  expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(22)
  expect(await runExample('first-job.ts')).toBe('Hello Ada, this is attempt 1\njob_1 succeeded\n')
})

test('the example of pipelines takes items through stages and passes over rows in phases, in less than a hundred lines', async () => {
  const example = await readFile(path.join(root, 'examples/pipelines.ts'), 'utf8')
  expect(example.trimEnd().split('\n').length).toBeLessThan(100)
  const shown = await runExample('pipelines.ts')
  expect(shown).toContain('[website-analysis] ──► [prompt-forming] ──► [model-analysis]')
  expect(shown).toContain('model-analysis: 0 under way, 2 done in 24 h')
  expect(shown).toContain('"Describe a site of https, example, org" – a fine one')
  expect(shown).toMatch(/Reading the title: 250\/250 files\nReading the cover: 250\/250 files/)
})

test('the example of a worker finishes on SIGTERM, and its embedded PostgreSQL ends with it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pawl-example-'))
  const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid')
  const env = { ...process.env, DATABASE_URL: '', PAWL_DATA_DIR: dataDir }
  const worker = spawn(process.execPath, [...sourceArgs, path.join(root, 'examples/worker.ts')], { cwd: root, env })
  try {
    const ended = once(worker, 'exit')
    let shown = ''
    for await (const chunk of worker.stdout) {
      shown += chunk
      if (shown.includes('Hello Ada\n') && shown.includes('Waiting for jobs')) break
    }
    expect(existsSync(pidFile)).toBe(true)
    worker.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(existsSync(pidFile)).toBe(false)
  } finally {
    worker.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('the example of an application has its own configuration, and greets', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pawl-example-'))
  const env = { ...process.env, DATABASE_URL: '', PAWL_DATA_DIR: dataDir, PORT: '0' }
  const file = path.join(root, 'packages/cli/src/pawl.ts')
  const calling = (...args: string[]) => [...sourceArgs, file, ...args, '--config', 'examples/hello/pawl.config.ts']
  const up = spawn(process.execPath, calling('up'), { cwd: root, env })
  try {
    const ended = once(up, 'exit')
    for await (const chunk of up.stderr) if (String(chunk).includes('log in')) break
    up.stderr.resume()
    const greet = calling('hello', 'greet', 'Ada')
    const greeted = await promisify(execFile)(process.execPath, greet, { cwd: root, env })
    expect(greeted.stdout).toBe('Hello Ada, this is attempt 1\n')
    up.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    up.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
})
