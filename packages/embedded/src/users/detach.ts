import { setTimeout as pause } from 'node:timers/promises'
import type { Layout } from '../folder/layout.ts'
import { stopServer } from '../server/stop-server.ts'
import type { Attachment } from './attach.ts'
import { userLock } from './user-lock.ts'

/** Stops being a user of the server, and stops the server when nobody else uses it. */
export async function detach(folder: Layout, { client, socket, pid, lost }: Attachment): Promise<void> {
  socket.ref()
  try {
    // Held until the server has ended: whoever comes now waits for the lock, loses the connection and looks again.
    if (await isLast(client)) await stopServer(folder, pid)
  } finally {
    // A client whose connection is gone may never answer to end().
    await Promise.race([client.end().catch(() => {}), lost])
  }
}

/** The time the server needs to notice that a user was killed, with room to spare. */
const noticeMs = 50

async function isLast(client: Attachment['client']): Promise<boolean> {
  try {
    await client.query(userLock.leave)
    if (await isAlone(client)) return true
    // Ctrl-C often ends several users at once, some of them without a word.
    await pause(noticeMs)
    return await isAlone(client)
  } catch {
    // The server has ended meanwhile: there is nothing left to stop.
    return false
  }
}

async function isAlone(client: Attachment['client']): Promise<boolean> {
  return (await client.query<{ alone: boolean }>(userLock.tryAlone)).rows[0]?.alone === true
}
