import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { defaultArchiveLimits } from '../../src/archive/archive-limits.ts'
import { ReaderPool } from '../../src/archive/reader-pool.ts'
import { scratchFolder } from './support/scratch-folder.ts'

const program = fileURLToPath(new URL('./support/fickle-program.ts', import.meta.url))
const { folder } = scratchFolder()
const pools: ReaderPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

const patient = { processes: 1, timeoutMs: 60_000, idleMs: 60_000, limits: defaultArchiveLimits, program }

function makePool(options = patient): ReaderPool {
  const pool = new ReaderPool(options)
  pools.push(pool)
  return pool
}

const inspect = (path: string) => ({ kind: 'inspect', path }) as const

describe('a pool of processes that read archives', () => {
  test('a file that takes its process down costs that file alone', async () => {
    const pool = makePool()
    const [before, dead, after] = await Promise.allSettled(
      ['a/answers', 'b/dies', 'c/answers'].map((path) => pool.run(inspect(path))),
    )
    expect(before).toMatchObject({ status: 'fulfilled', value: { path: 'a/answers' } })
    expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'crashed' } })
    expect(after).toMatchObject({ status: 'fulfilled', value: { path: 'c/answers' } })
  })

  test('a process that dies once is not held against the file', async () => {
    const path = join(folder, 'dies-once')
    expect(await makePool().run(inspect(path))).toMatchObject({ path })
  })

  test('a file that hangs is given up, and the next one is read', async () => {
    const options = { ...patient, timeoutMs: 200 }
    const pool = makePool(options)
    await expect(pool.run(inspect('hangs'))).rejects.toMatchObject({ code: 'timeout' })
    // one that answers gets all the time that a busy machine takes
    options.timeoutMs = patient.timeoutMs
    expect(await pool.run(inspect('answers'))).toMatchObject({ path: 'answers' })
  })

  test('a program that cannot be started is told as a fault of ours, not of the file', async () => {
    const pool = makePool({ ...patient, program: join(folder, 'no-such-program.ts') })
    await expect(pool.run(inspect('answers'))).rejects.toMatchObject({ code: 'archive-reader' })
  })

  test('one process serves one file after another, and is replaced when it says that it is spent', async () => {
    const pool = makePool()
    const pids: number[] = []
    for (const path of ['answers', 'spent', 'answers'])
      pids.push(((await pool.run(inspect(path))) as { pid: number }).pid)
    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[1])
  })

  test('a page that somebody waits for goes before what a scan asks for', async () => {
    const pool = makePool()
    const order: string[] = []
    const ask = (task: Parameters<ReaderPool['run']>[0]) => pool.run(task).then(() => order.push(task.kind))
    await Promise.all([
      ask(inspect('answers')),
      ask(inspect('answers')),
      ask({ kind: 'page', path: 'answers', entry: 'x' }),
    ])
    expect(order).toEqual(['inspect', 'page', 'inspect'])
  })

  test('closing fails what has no answer yet, and everything that is asked later', async () => {
    const pool = makePool()
    const asked = pool.run(inspect('hangs'))
    const refused = expect(asked).rejects.toMatchObject({ code: 'closed' })
    await pool.close()
    await refused
    await expect(pool.run(inspect('answers'))).rejects.toMatchObject({ code: 'closed' })
  })

  test('a process that is busy for ever ends when its parent is killed', async () => {
    const parentProgram = fileURLToPath(new URL('./support/killed-parent.ts', import.meta.url))
    const parent = spawn(process.execPath, [...sourceArgs, parentProgram, program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
