import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RedisProgram } from './find-redis.ts'

export type RedisOptions = {
  /** Each write is in the file, and the file on the disk, before it is acknowledged: as durable as PostgreSQL. */
  readonly appendOnly: boolean
}

const startLimitMs = 10_000

/** A Redis of the benchmark's own on a free port. */
export class RedisServer {
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#child = child
    this.#folder = folder
  }

  static async start({ command, env }: RedisProgram, { appendOnly }: RedisOptions): Promise<RedisServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pawl-bench-redis-'))
    const port = await freePort()
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      appendonly: appendOnly ? 'yes' : 'no',
      appendfsync: 'always',
      'maxmemory-policy': 'noeviction',
      loglevel: 'warning',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const server = new RedisServer(`redis://127.0.0.1:${port}`, child, folder)
    try {
      await Promise.race([
        answers(port),
        once(child, 'exit').then(() => fail('ended')),
        once(child, 'error').then(fail),
      ])
    } catch (error) {
      await server.stop()
      throw error
    }
    return server
  }

  async stop(): Promise<void> {
    if (this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL')
      await once(this.#child, 'exit')
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function fail(why: unknown): never {
  throw new Error(`redis-server did not start: ${String(why)}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function answers(port: number): Promise<void> {
  for (const deadline = performance.now() + startLimitMs; performance.now() < deadline; await pause(20)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  fail(`no answer within ${startLimitMs} ms`)
}
