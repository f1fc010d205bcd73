import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { sourceArgs } from '../../../../../tools/source-options.mjs'
import { until } from '../../support/until.ts'

export type Told = { readonly what: 'ready' | 'hit' | 'answer'; readonly cached?: string; readonly text?: string }

export type Fetcher = {
  readonly told: readonly Told[]
  go(): void
  /** Until it has fetched all and left. */
  readonly ended: Promise<unknown>
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
}

export type FetcherOptions = {
  readonly database: string
  readonly url: string
  readonly times: number
  readonly timeoutMs: number
}

const file = fileURLToPath(new URL('../fixtures/fetch-cached.ts', import.meta.url))

/** Starts a process that fetches through the cache, and resolves when it is ready. It never outlives its test. */
export async function spawnFetcher(options: FetcherOptions): Promise<Fetcher> {
  const child: ChildProcess = spawn(process.execPath, [...sourceArgs, file], {
    env: { ...process.env, PAWL_TEST_FETCH: JSON.stringify(options) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const told: Told[] = []
  const lines = createInterface({ input: child.stdout! }).on('line', (line) => told.push(JSON.parse(line)))
  const heard = once(lines, 'close')
  await until('it is ready', () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    return told.length > 0
  })
  return { told, go: () => void child.stdin!.write('go\n'), ended: Promise.all([exited, heard]), kill }
}
