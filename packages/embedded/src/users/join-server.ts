import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount } from '../account/choose-account.ts'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { initialise } from '../server/initialise.ts'
import { logTail } from '../server/log-tail.ts'
import { observe } from '../server/observe.ts'
import { refuse } from '../server/refuse.ts'
import { serverState } from '../server/server-state.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { type Attachment, attach } from './attach.ts'
import { rememberPort } from './remember-port.ts'
import { type Start, startServer } from './start-server.ts'

export type Joining = {
  readonly folder: Layout
  readonly major: string
  readonly binariesFor: Start['binariesFor']
  /** whether a missing database may be made; not when it was there a moment ago */
  readonly mayInitialise: boolean
  /** gives up, unless a server of this process's own is already running and waits for its user */
  readonly signal?: AbortSignal
}

/** Long, because a killed server first replays its write-ahead log, and max_wal_size allows for 2 GB of it. */
const patienceMs = 120_000
const lookAgainMs = 20

/** Looks at the folder, does what its state asks for, and looks again, until this process is a user of the server. */
export async function joinServer(joining: Joining): Promise<Attachment> {
  const patience = AbortSignal.timeout(patienceMs)
  const progress: Progress = { takenPorts: new Set(), started: false, failure: undefined }
  while (!patience.aborted && (progress.started || !joining.signal?.aborted)) {
    const attachment = await step(joining, progress, patience)
    if (attachment) return attachment
  }
  throw new EmbeddedError(
    'start-timeout',
    `The database in ${joining.folder.home} did not become usable within ${patienceMs / 1000} s. ` +
      `${await logTail(joining.folder.log)}\n${setDatabaseUrl}`,
    progress.failure,
  )
}

/** What one look hands on to the next. */
type Progress = { readonly takenPorts: Set<number>; started: boolean; failure: unknown }

async function step(joining: Joining, progress: Progress, patience: AbortSignal): Promise<Attachment | undefined> {
  const { folder, major, binariesFor } = joining
  const account = await chooseAccount(folder)
  const state = serverState(await observe(folder), major)
  switch (state.tag) {
    case 'missing':
      if (!joining.mayInitialise) throw refuse.gone(folder)
      await initialise(await binariesFor(account), folder, account)
      return
    case 'unfinished':
      throw refuse.unfinished(folder)
    case 'other-version':
      throw refuse.otherVersion(folder, state.found, major)
    case 'other-owner':
      throw refuse.otherOwner(folder, state.found)
    case 'stopped':
    case 'dead':
    case 'stale':
    case 'garbled': {
      const { takenPorts } = progress
      const outcome = await startServer({ folder, state, account, binariesFor, takenPorts, signal: patience })
      progress.started = outcome === 'ready'
      if (typeof outcome === 'object') takenPorts.add(outcome.takenPort)
      if (outcome === 'again') await pause(lookAgainMs)
      return
    }
    case 'starting':
    case 'stopping':
      await pause(lookAgainMs)
      return
    case 'live':
      try {
        const attachment = await attach(folder, state)
        if (!(await isStillLive(joining, state.pid))) return void attachment.client.end().catch(() => {})
        await rememberPort(folder, state.port, account)
        return attachment
      } catch (error) {
        if (error instanceof EmbeddedError) throw error
        progress.failure = error
        await pause(lookAgainMs)
        return
      }
    default:
      return state satisfies never
  }
}

/**
 * A server that is being stopped ends its connections one by one. When the one that holds the lock goes first, those
 * who wait for it get it for a moment: seen in 3 of 60 runs on a busy machine. The server notes that it is stopping
 * before it ends the first connection, so a look after the lock was granted tells.
 */
async function isStillLive({ folder, major }: Joining, pid: number): Promise<boolean> {
  const state = serverState(await observe(folder), major)
  return state.tag === 'live' && state.pid === pid
}
