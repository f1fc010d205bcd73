import net from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Connection } from '../src/postgres/connection.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const proxies: net.Server[] = []
afterAll(() => {
  for (const proxy of proxies) proxy.close()
})

/** Passes everything on. Of the first connection, what PostgreSQL says from its first statement on comes in one piece, at its end. */
async function proxyThatHoldsBack(): Promise<string> {
  const target = new URL(database.url)
  let count = 0
  const proxy = net.createServer((client) => {
    const first = ++count === 1
    const server = net.connect(Number(target.port), target.hostname)
    const held: Buffer[] = []
    let holds = false
    client.on('data', (data) => {
      if (first && data[0] === 'Q'.charCodeAt(0)) holds = true
      server.write(data)
    })
    server.on('data', (data) => (holds ? held.push(data) : client.write(data)))
    server.on('close', () => client.end(Buffer.concat(held)))
    client.on('close', () => server.destroy())
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  proxies.push(proxy)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as net.AddressInfo).port)
  return url.href
}

test('a connection that is lost in the moment in which it stands is made again', async () => {
  const connection = new Connection({ url: await proxyThatHoldsBack(), name: 'short-lived', prepare: true })
  const one = () => connection.run({ name: 'one', text: 'select 1 as one' })
  const lost = expect(one()).rejects.toThrow()
  await until('its settings are made, and it is ended', async () => {
    const ended = await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'pawl short-lived' and state = 'idle' and query like '%pg_postmaster_start_time%'`,
    )
    return ended.length === 1
  })
  await lost
  expect(await until('it is connected again', () => one().catch(() => undefined))).toEqual([{ one: 1 }])
  await connection.close()
})
