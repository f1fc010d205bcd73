import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { until } from './until.ts'

export type WorkerProcess = {
  /** What it has logged. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** By `kill -9`. Resolves when the process is gone. */
  kill(): Promise<void>
}

const script = fileURLToPath(new URL('./run-worker.ts', import.meta.url))
const started: ChildProcess[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map(kill))
})

/** Starts a worker with these environment variables, and waits until it works. It does not outlive its test. */
export async function startWorker(env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...sourceArgs, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: Record<string, unknown>[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(JSON.parse(line)))
  await until(`${env.WORKER_ID} is ready`, () => lines.some(({ message }) => message === 'ready'))
  return { lines, kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
