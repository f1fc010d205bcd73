import net from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const servers: net.Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** Answers as PostgreSQL does while it starts up, as often as given, and passes the connections after that on. */
async function startingServer(times: number): Promise<string> {
  const target = new URL(database.url)
  let refusals = 0
  const server = net.createServer((client) => {
    client.on('error', () => {})
    if (refusals++ < times) {
      client.once('data', () => client.end(fatal('57P03', 'the database system is starting up')))
      return
    }
    const far = net.connect(Number(target.port), target.hostname)
    far.on('error', () => client.destroy())
    far.pipe(client).pipe(far)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return url.href
}

/** ErrorResponse of the protocol. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('start waits while PostgreSQL starts up, and says so', async () => {
  const pawl = testPawl({ url: await startingServer(3), jobs: [] })
  const waits: unknown[] = []
  pawl.on('service.error', ({ service, error }) => void waits.push([service, (error as { code?: string }).code]))
  await pawl.start()
  expect(waits).toEqual(Array(3).fill(['start', '57P03']))
})

test('start rejects when PostgreSQL has not started up in time', async () => {
  const pawl = testPawl({ url: await startingServer(Number.POSITIVE_INFINITY), jobs: [], startTimeoutMs: 500 })
  const error = await pawl.start().catch((error) => error)
  expect(error).toMatchObject({ code: 'not-ready', cause: { code: '57P03' } })
  expect(error.message).toContain('within 500 ms (startTimeoutMs): the database system is starting up')
})

test('start rejects in time when nothing answers on the port', async () => {
  const silent = net.createServer((client) => client.on('error', () => {}))
  servers.push(silent)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(silent.address() as net.AddressInfo).port}`
  const pawl = testPawl({ url: url.href, jobs: [], startTimeoutMs: 200 })
  await expect(pawl.start()).rejects.toMatchObject({ code: 'not-ready' })
})

test('start rejects at once where there is no PostgreSQL', async () => {
  const pawl = testPawl({ url: 'postgres://127.0.0.1:1/none', jobs: [] })
  await expect(pawl.start()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
