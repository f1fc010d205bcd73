import type { Account } from '../account/server-account.ts'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { adoptPidFile } from '../server/adopt-pid-file.ts'
import { choosePort } from '../server/choose-port.ts'
import { launch } from '../server/launch.ts'
import { logTail } from '../server/log-tail.ts'
import type { ServerState } from '../server/server-state.ts'
import { setDatabaseUrl } from '../set-database-url.ts'

export type Start = {
  readonly folder: Layout
  readonly state: Extract<ServerState, { readonly tag: 'stopped' | 'dead' | 'stale' | 'garbled' }>
  readonly account: Account | undefined
  readonly binariesFor: (account: Account | undefined) => Promise<string>
  readonly takenPorts: ReadonlySet<number>
  readonly signal: AbortSignal
}

/**
 * Starts a server on a folder that has none. Of several processes that do, PostgreSQL's own lock lets one through.
 *
 * @returns 'again' when it was not this one; the port when that was taken
 */
export async function startServer(start: Start): Promise<'ready' | 'again' | { readonly takenPort: number }> {
  const { folder, state, account, takenPorts, signal } = start
  if (state.tag === 'garbled') await adoptPidFile(folder)
  const port = await choosePort(folder, takenPorts)
  const binaries = await start.binariesFor(account)
  const stalePid = state.tag === 'stale' ? state.pid : undefined
  const outcome = await launch({ binaries, folder, account, port, stalePid, signal })
  if (outcome === 'port-taken') return { takenPort: port }
  if (outcome === 'failed') {
    throw new EmbeddedError(
      'start-failed',
      `PostgreSQL was expected to start on ${folder.home} and ended instead. ${await logTail(folder.log)}\n` +
        `The data is as it was. Set right what the log names, or set PAWL_DATA_DIR to another folder. ${setDatabaseUrl}`,
    )
  }
  return outcome === 'ready' ? 'ready' : 'again'
}
