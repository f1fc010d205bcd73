import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { sourceArgs } from '../../../../../tools/source-options.mjs'
import { until } from '../../support/until.ts'
import { keepMs, size } from './test-retention.ts'

export type RetentionProcess = {
  readonly told: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[]
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
  /** Lets it end its round and leave. */
  end(): Promise<void>
}

const file = fileURLToPath(new URL('../fixtures/retain.ts', import.meta.url))
const started: ChildProcess[] = []

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

/** Starts retention in a process of its own, and resolves when it runs. It never outlives its test. */
export async function spawnRetention(
  url: string,
  options: { readonly keepMs?: number; readonly patienceMs?: number } = {},
): Promise<RetentionProcess> {
  const env = {
    ...process.env,
    PAWL_TEST_RETENTION: JSON.stringify({ url, keepMs, least: size, patienceMs: 200, ...options }),
  }
  const args = [...sourceArgs, file]
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const told: (Readonly<Record<string, unknown>> & { readonly name: string })[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => told.push(JSON.parse(line)))
  await until('retention runs', () => told.length > 0)
  const gone = async (ask: () => void) => {
    // not when it has exited: what it told last may not have been read by then
    const closed = once(child, 'close')
    ask()
    await closed
  }
  return {
    told,
    kill: () => gone(() => child.kill('SIGKILL')),
    end: () => gone(() => child.stdin!.end()),
  }
}
