import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { logTail } from './log-tail.ts'
import { processRole } from './process-role.ts'

/** Far more than a last checkpoint takes. */
const patienceMs = 120_000

/** Ends a server in good order (PostgreSQL's fast shutdown) and waits for it. */
export async function stopServer({ data, log }: Layout, pid: number): Promise<void> {
  if ((await processRole(pid, data)) !== 'server') return
  process.kill(pid, 'SIGINT')
  const patience = AbortSignal.timeout(patienceMs)
  while ((await processRole(pid, data)) === 'server') {
    if (patience.aborted) {
      throw new EmbeddedError(
        'stop-timeout',
        `PostgreSQL (process ${pid}) was told to stop and still runs after ${patienceMs / 1000} s. ` +
          `Nothing is lost; it may still end by itself. ${await logTail(log)}`,
      )
    }
    await pause(10)
  }
}
