import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Layout } from '../folder/layout.ts'
import { readIfThere } from '../folder/read-if-there.ts'
import { identity } from './identity.ts'

/**
 * The port the server had last, so that its clients find it again after a restart; another one only when that is
 * taken. New ports come from below the range from which systems number outgoing connections, where a port that was
 * free yesterday is taken today.
 */
export async function choosePort({ port: file }: Layout, avoid: ReadonlySet<number>): Promise<number> {
  const kept = Number(await readIfThere(file))
  if (kept && !avoid.has(kept) && !(await isTaken(kept))) return kept
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (!avoid.has(port) && !(await isTaken(port))) return port
  }
}

/** Asks by connecting. To listen for a moment would make the port look taken to another process that asks. */
async function isTaken(port: number): Promise<boolean> {
  const socket = connect({ host: identity.host, port })
  try {
    const answer = new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    return await Promise.race([answer, pause(1_000, true)])
  } finally {
    socket.destroy()
  }
}
