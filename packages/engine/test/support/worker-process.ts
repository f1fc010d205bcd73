import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import type { QueueOptions, WorkerOptions } from '../../src/index.ts'
import { until } from './until.ts'

export type WorkerProcessOptions = {
  readonly url: string
  readonly name: string
  /** The module of crashes/fixtures whose jobs it runs. */
  readonly jobs: string
  readonly worker?: WorkerOptions
  readonly queues?: Readonly<Record<string, QueueOptions>>
  /** How far its clock is off, by every way to ask for the time of day. */
  readonly clockOffMs?: number
}

export type Line = { readonly what: string; readonly [field: string]: unknown }
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type WorkerProcess = {
  readonly pid: number
  readonly lines: readonly Line[]
  readonly exited: Promise<Exit>
  /** Waits until it has said this, with these fields. */
  said(what: string, fields?: Readonly<Record<string, unknown>>): Promise<Line>
  count(what: string, fields?: Readonly<Record<string, unknown>>): number
  tell(word: string): void
  signal(signal: NodeJS.Signals): void
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
}

const runWorker = fileURLToPath(new URL('../crashes/fixtures/run-worker.ts', import.meta.url))
const shiftClock = new URL('../crashes/fixtures/shift-clock.ts', import.meta.url).href
const started: Child[] = []

type Child = ChildProcessByStdio<Writable, Readable, null>

afterEach(async () => {
  await Promise.all(started.splice(0).map(end))
})

/** Starts a worker in a process of its own, that may be stopped, continued and killed. It never outlives its test. */
export function spawnWorker(options: WorkerProcessOptions): WorkerProcess {
  const preload = options.clockOffMs === undefined ? [] : ['--import', shiftClock]
  const args = [...sourceArgs, ...preload, runWorker]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PAWL_TEST_WORKER: JSON.stringify(options) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  // told something after its end
  child.stdin.on('error', () => {})
  // not when it has exited: what it said last may not have been read by then
  let closed = false
  const exited = once(child, 'close').then(([code, signal]) => {
    closed = true
    return { code, signal }
  })
  const lines: Line[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  const find = (what: string, fields: Readonly<Record<string, unknown>> = {}) =>
    lines.filter(
      (line) => line.what === what && Object.entries(fields).every(([field, value]) => line[field] === value),
    )
  return {
    pid: child.pid!,
    lines,
    exited,
    said: (what, fields) =>
      until(`${options.name} has said '${what}' ${JSON.stringify(fields ?? {})}`, () => {
        const [line] = find(what, fields)
        if (line === undefined && closed) throw new Error(`${options.name} ended before '${what}'`)
        return line
      }),
    count: (what, fields) => find(what, fields).length,
    tell: (word) => void child.stdin.write(`${word}\n`),
    signal: (signal) => void process.kill(child.pid!, signal),
    kill: () => end(child),
  }
}

/** The same, ready to work. */
export async function startWorker(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const worker = spawnWorker(options)
  await worker.said('ready')
  return worker
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
