import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PawlError } from 'pawl'
import type { Server } from './create-server.ts'
import { nodeListener } from './node-listener.ts'

/** Where to listen. */
export type ServeOptions = {
  /** 127.0.0.1 unless said otherwise: reachable from this machine alone. */
  readonly host?: string
  /** 8787 unless said otherwise; 0 takes a free one. */
  readonly port?: number
  /** So long `close` waits for requests that are under way before it cuts them off. 5 seconds unless said otherwise. */
  readonly graceMs?: number
}

/** A server that listens. */
export type Serving = {
  /** As in http://127.0.0.1:8787 */
  readonly url: string
  /**
   * Takes no more requests, ends live streams, and resolves when nothing is under way; what still is after `graceMs`, or when it
   * is called again, is cut off. The server itself is closed too.
   */
  close(): Promise<void>
}

/**
 * Connections that may wait to be accepted; the system may set a lower limit. Node accepts one in each turn of its event loop and
 * has a default of 511: clients that leave and come again fill that, and the system then drops the connections of all others.
 */
const backlog = 4_096

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

/**
 * Listens with Node's HTTP server.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL! })
 * const server = createServer({ pawl, db, token: 'a-secret-of-your-own-making' })
 * const { url, close } = await serve(server, { port: 0 })
 * console.log((await fetch(`${url}/health`)).status) // 200
 * await close()
 * await db.end()
 * ```
 */
export async function serve(
  server: Server,
  { host = '127.0.0.1', port = 8787, graceMs = 5_000 }: ServeOptions = {},
): Promise<Serving> {
  if (!loopback.test(host) && !server.hasExplicitToken) {
    throw new PawlError(
      'token-needed',
      `to listen on ${host} others can reach needs a token that you chose: set PAWL_TOKEN, or listen on 127.0.0.1`,
    )
  }
  await server.ready()
  // a client that sends neither its header nor its body holds a connection no longer than this
  const http = createHttpServer({ headersTimeout: 20_000, requestTimeout: 120_000 }, nodeListener(server))
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(refused(error, host, port)))
    http.listen({ port, host, backlog }, resolve)
  })
  const { port: taken } = http.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  server.listensAt(url)
  let closed: Promise<void> | undefined
  return {
    url,
    close() {
      if (closed === undefined) closed = shut(http, server, graceMs)
      else http.closeAllConnections()
      return closed
    },
  }
}

async function shut(http: HttpServer, server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()))
  const timer = setTimeout(() => http.closeAllConnections(), graceMs)
  try {
    await server.close()
    http.closeIdleConnections()
    await closed
  } finally {
    clearTimeout(timer)
  }
}

function refused(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new PawlError(
      'port-in-use',
      `port ${port} is in use; stop what listens there, or choose another with PORT`,
      {
        cause: error,
      },
    )
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
    return new PawlError(
      'cannot-listen',
      `cannot listen on ${host}:${port} (${error.code}); choose another address or port`,
      {
        cause: error,
      },
    )
  }
  return error
}
