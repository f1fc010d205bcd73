import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inheritedPaths } from '../account/inherited-paths.ts'
import type { Account } from '../account/server-account.ts'
import { spawnAs } from '../account/spawn-as.ts'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { readIfThere } from '../folder/read-if-there.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { type ExitReason, exitReason } from './exit-reason.ts'
import { openLog } from './open-log.ts'
import { parsePostmasterFile } from './postmaster-file.ts'
import { settings } from './settings.ts'

export type Launch = {
  readonly binaries: string
  readonly folder: Layout
  readonly account: Account | undefined
  readonly port: number
  /** the recorded process id that is known to be no server of this folder */
  readonly stalePid: number | undefined
  readonly signal: AbortSignal
}

/** Starts a server and waits until it is ready, has ended, or the signal fires. It outlives this process. */
export async function launch(wanted: Launch): Promise<'ready' | 'pending' | ExitReason> {
  const log = await openLog(wanted.folder.log, wanted.account)
  const inherited = await inheritedPaths([wanted.folder.data], wanted.account)
  try {
    const { size: logStart } = await log.stat()
    const child = spawn(
      path.join(wanted.binaries, 'bin', 'postgres'),
      ['-D', inherited.names[0]!, ...settings(wanted.port)],
      {
        ...serverProcess(wanted),
        stdio: ['ignore', log.fd, log.fd, ...inherited.descriptors],
      },
    )
    const ended = once(child, 'exit').then(
      () => true,
      (cause: Error) => Promise.reject(doesNotRun(cause)),
    )
    if (await isReady(child, ended, wanted)) return 'ready'
    if (wanted.signal.aborted) return 'pending'
    return exitReason(await readFrom(wanted.folder.log, logStart), child.pid ?? 0)
  } finally {
    await log.close()
    await inherited.close()
  }
}

/** By bytes: names of folders in the log may have letters of several. */
async function readFrom(file: string, start: number): Promise<string> {
  return (await readFile(file)).subarray(start).toString()
}

function serverProcess({ account, stalePid }: Launch) {
  const options = spawnAs(account)
  return {
    ...options,
    // A session of its own: Ctrl-C in the terminal ends the users, and the last of them stops the server.
    detached: true,
    // PostgreSQL refuses to start while the recorded process lives, unless it is a parent of its own. This is the
    // variable by which pg_ctl names one; all other checks on the data stay in force.
    env: { ...options.env, ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
  } as const
}

async function isReady(child: ChildProcess, ended: Promise<boolean>, { folder, signal }: Launch): Promise<boolean> {
  let over = false
  const watched = ended.then(() => {
    over = true
  })
  // It may fail while the file is being read, before the race below looks at it.
  watched.catch(() => {})
  while (!over && !signal.aborted) {
    const file = parsePostmasterFile((await readIfThere(folder.pidFile)) ?? '')
    if (file && file.pid === child.pid && file.status === 'ready') {
      child.unref()
      return true
    }
    await Promise.race([watched, pause(10)])
  }
  child.unref()
  return false
}

function doesNotRun(cause: Error): EmbeddedError {
  return new EmbeddedError(
    'binary-does-not-run',
    `PostgreSQL for ${process.platform}-${process.arch} does not run on this machine: ${cause.message}. ${setDatabaseUrl}`,
    cause,
  )
}
