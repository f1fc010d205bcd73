import { readFile } from 'node:fs/promises'
import { layout } from '../../src/folder/layout.ts'
import { observe } from '../../src/server/observe.ts'
import { parsePostmasterFile } from '../../src/server/postmaster-file.ts'
import { processRole } from '../../src/server/process-role.ts'
import { type ServerState, serverState } from '../../src/server/server-state.ts'
import { until } from './until.ts'

/** What the tests want to know about the server of a data folder, and do to it. */
export function serverOf(dataDir: string) {
  const folder = layout(dataDir)
  const pid = async () => parsePostmasterFile(await readFile(folder.pidFile, 'utf8'))!.pid
  const state = async (): Promise<ServerState['tag']> => serverState(await observe(folder), '18').tag

  /** Ends the server if it runs, and waits until it and what it started are gone. */
  async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const running = await pid().catch(() => undefined)
    if (running === undefined || (await processRole(running, folder.data)) !== 'server') return
    process.kill(running, signal)
    await until(`server ${running} has ended`, async () => (await processRole(running, folder.data)) !== 'server')
  }

  return { folder, pid, state, end, kill: () => end('SIGKILL') }
}
