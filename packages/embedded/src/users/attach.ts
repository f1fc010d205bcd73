import { Socket } from 'node:net'
import pg from 'pg'
import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { readPassword } from '../folder/read-password.ts'
import { identity } from '../server/identity.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { ensureDatabase } from './ensure-database.ts'
import { userLock } from './user-lock.ts'

/** This process as a user of a live server. */
export type Attachment = {
  readonly url: string
  readonly pid: number
  readonly client: pg.Client
  readonly socket: Socket
  /** resolves when the connection is gone, for whatever reason */
  readonly lost: Promise<void>
}

/**
 * Becomes a user of the server. Waits while another process is stopping it, and then fails like any connection to a
 * server that has ended: the caller looks again.
 */
export async function attach(folder: Layout, server: { readonly pid: number; readonly port: number }) {
  const password = await readPassword(folder)
  const socket = new Socket()
  const client = new pg.Client({
    ...identity,
    // CREATE DATABASE fails while another session uses its template, so this session holds neither template1 nor `app`
    database: 'postgres',
    stream: () => socket,
    port: server.port,
    password,
    application_name: 'pawl-embedded',
    // Settings of the database are the users' business and must not end this connection.
    options: '-c idle_session_timeout=0 -c lock_timeout=0 -c statement_timeout=0',
  })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(userLock.enter)
    await ensureDatabase(client)
  } catch (error) {
    client.end().catch(() => {})
    throw isRefusal(error) ? passwordRefused(folder, error) : error
  }
  // A program that has nothing else to do may end.
  socket.unref()
  const url = `postgres://${identity.user}:${password}@${identity.host}:${server.port}/${identity.database}`
  return { url, pid: server.pid, client, socket, lost } satisfies Attachment
}

function isRefusal(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '28P01'
}

function passwordRefused({ password, home }: Layout, cause: unknown): EmbeddedError {
  return new EmbeddedError(
    'password-refused',
    `The server of ${home} does not accept the password in ${password}. ` +
      `Write the password of user ${identity.user} into that file, as it was before. ${setDatabaseUrl}`,
    cause,
  )
}
