import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The code of a cancel request, in its bytes 4 to 8. */
const cancelCode = 80_877_102

/** A way to a database on which cancel requests wait, as on a machine under load. */
export type HeldCancels = {
  readonly url: string
  /** Requests that wait. */
  held(): number
  /** Passes them on, and resolves when PostgreSQL has taken them. */
  release(): Promise<void>
}

export async function holdCancels(url: string): Promise<HeldCancels> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const requests: Buffer[] = []
  const open = () => {
    const far = connect(Number(target.port || 5432), target.hostname).on('error', () => {})
    sockets.add(far)
    return far
  }
  const server = createServer((near) => {
    sockets.add(near.on('error', () => {}))
    near.once('data', (first) => {
      if (first.length === 16 && first.readInt32BE(4) === cancelCode) {
        requests.push(first)
        return
      }
      const far = open()
      far.write(first)
      near.pipe(far).pipe(near)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    held: () => requests.length,
    async release() {
      await Promise.all(requests.splice(0).map((request) => once(open().end(request).resume(), 'close')))
    },
  }
}
