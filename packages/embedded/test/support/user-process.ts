import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import type { Account } from '../../src/account/server-account.ts'

export const userFixture = fileURLToPath(new URL('../fixtures/user.ts', import.meta.url))

export type UserProcess = {
  readonly pid: number
  /** resolves with the url when the process has become a user */
  readonly started: Promise<string>
  readonly stop: () => Promise<void>
  /** kill -9, with what it has started in its own process group: initdb, not a server */
  readonly kill: () => Promise<void>
}

export type UserOptions = {
  readonly account?: Account | undefined
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

/** Another process that uses the database in a folder, or the one of its environment. */
export function userProcess(dataDir: string | undefined, { account, env, cwd }: UserOptions = {}): UserProcess {
  const args = [...sourceArgs, userFixture, ...(dataDir ? [dataDir] : [])]
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(cwd && { cwd }),
    env: env ?? process.env,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the user process ended:\n${errors}`)
    return value as string
  }
  const started = nextLine()
  started.catch(() => {})
  return {
    pid: child.pid!,
    started,
    stop: async () => {
      await started
      child.stdin.write('stop\n')
      const line = await nextLine()
      if (line !== 'stopped') throw new Error(`expected 'stopped', got '${line}'`)
      await ended
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}
