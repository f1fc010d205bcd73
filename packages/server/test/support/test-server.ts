import { createPawl, type Pawl, type PawlOptions } from 'pawl'
import { afterEach } from 'vitest'
import type { TestDatabase } from '../../../../tools/testing/test-database.ts'
import { createServer, type Server, type ServerOptions, type Serving, serve } from '../../src/index.ts'

export const operateToken = 'operate-token-of-the-tests'
export const readToken = 'read-token-of-the-tests'

export type TestServer = {
  readonly pawl: Pawl
  readonly server: Server
  readonly url: string
  /** Asks with the operator's token unless told otherwise. */
  ask(path: string, init?: RequestInit & { token?: string | null; json?: unknown }): Promise<Response>
  close(): Promise<void>
}

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  // the newest first: servers before the Pawls that they ask
  for (const close of open.splice(0).reverse()) await close()
})

/** Short leases, but a machine that is slow for a while must not look dead. */
const worker = { heartbeatMs: 200, silenceMs: 6_000, pollMs: 50, abortGraceMs: 200, slotCheckMs: 50 }

/** A Pawl that is stopped after the test. */
export function testPawl(database: TestDatabase, options: Partial<PawlOptions> = {}): Pawl {
  const pawl = createPawl({
    url: database.url,
    jobs: [],
    migrate: false,
    ...options,
    worker: { ...worker, ...options.worker },
  })
  open.push(() => pawl.stop({ graceMs: 0 }))
  return pawl
}

/** A Pawl, its server and a port of its own, all closed after the test. */
export async function testServer(
  database: TestDatabase,
  options: { readonly pawl?: Partial<PawlOptions> | Pawl; readonly server?: Partial<ServerOptions> } = {},
): Promise<TestServer> {
  const given = options.pawl ?? {}
  const pawl = 'enqueue' in given ? given : testPawl(database, given)
  const tokens = [
    { token: operateToken, role: 'operate', name: 'olga' },
    { token: readToken, role: 'read', name: 'rita' },
  ] as const
  const server = createServer({ pawl, db: database.pool, tokens, ...options.server })
  const serving = await serve(server, { port: 0 })
  const close = once(serving)
  open.push(close)
  return { pawl, server, url: serving.url, close, ask: (path, init) => ask(serving.url, path, init) }
}

async function ask(
  url: string,
  path: string,
  { token = operateToken, json, headers, ...init }: Parameters<TestServer['ask']>[1] = {},
): Promise<Response> {
  return fetch(`${url}${path}`, {
    redirect: 'manual',
    ...init,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
}

function once(serving: Serving): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= serving.close()
    return closed
  }
}
