import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Handler = (response: ServerResponse, received: Received, request: IncomingMessage) => unknown

export type TestServer = {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly origin: string
  readonly received: readonly Received[]
  /** All there ever were. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** A server for one test, on 127.0.0.1. The handler may do what it likes to the answer and its socket. */
export async function startServer(handler: Handler): Promise<TestServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    try {
      const one = { method, path: url, headers, body: await text(request) }
      received.push(one)
      await handler(response, one, request)
    } catch {
      // the client has gone
    }
  })
  server.keepAliveTimeout = 600_000
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(close)
  return { port, origin: `http://127.0.0.1:${port}`, received, connections: () => connections, close }
}
