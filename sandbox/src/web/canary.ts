import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service inside of the network. Whoever reaches it has been led there. */
export type Canary = {
  readonly url: string
  /** How many connections there were. */
  readonly reached: number
  stop(): Promise<void>
}

/** Listens on a port of its own, on 127.0.0.1, and counts. */
export async function startCanary(): Promise<Canary> {
  let reached = 0
  const server = createServer((_, response) => response.end('<title>Secret</title><h1>Inside</h1>'))
  server.on('connection', () => reached++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get reached() {
      return reached
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
