import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll } from 'vitest'

/** A way to a database whose connection can break in a COMMIT: before that arrives, or when it has taken effect and is answered. */
export async function loseCommit(
  url: string,
): Promise<{ readonly url: string; readonly lost: number; loseNext(what?: 'commit' | 'answer'): void }> {
  const target = new URL(url)
  let armed: 'commit' | 'answer' | undefined
  let lost = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    let losing = false
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (chunk) => {
      // the name of a connection holds the word, too, in its first packet
      if (armed !== undefined && chunk.includes('commit\0') && !chunk.includes('application_name')) {
        losing = armed === 'answer'
        const isLost = armed === 'commit'
        armed = undefined
        if (isLost) {
          lost++
          return end()
        }
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (!losing) return void near.write(chunk)
      lost++
      end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    get lost() {
      return lost
    },
    loseNext(what = 'answer') {
      armed = what
    },
  }
}
