import { expect, test } from 'vitest'
import { refusalOf } from '../../src/source/address.ts'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

const guarded = { allowPrivate: false }

/** Stands for a public address: a test has none that answers. */
const allowLoopback = (address: string) => (address === '127.0.0.1' ? undefined : refusalOf(address))

test.each([
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.01',
  '127.1',
  '[::ffff:127.0.0.1]',
  '[::1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '①②⑦.0.0.1',
])('the address %s is refused without a connection', async (host) => {
  const server = await startServer((response) => response.end('inside'))
  const { fail } = testClient({ lookup: () => expect.fail('an address was looked up') }, guarded)
  expect(await fail(`http://${host}:${server.port}/`)).toMatchObject({ code: 'address-refused' })
  expect(await fail(`https://${host}:${server.port}/`)).toMatchObject({ code: 'address-refused' })
  expect(server.connections()).toBe(0)
})

test('localhost is refused, resolved by the operating system', async () => {
  const server = await startServer((response) => response.end('inside'))
  const error = await testClient({}, guarded).fail(`http://localhost:${server.port}/`)
  expect(error).toMatchObject({ code: 'address-refused', message: expect.stringContaining('localhost') })
  expect(server.connections()).toBe(0)
})

test('localhost can be called when private addresses are allowed', async () => {
  const server = await startServer((response) => response.end('inside'))
  expect((await testClient().request(`http://localhost:${server.port}/`)).text()).toBe('inside')
})

test.each([
  [['127.0.0.1', '10.0.0.1']],
  [['10.0.0.1', '127.0.0.1']],
  [['127.0.0.1', '::1']],
  [['127.0.0.1', 'fe80::1%eth0']],
  [['127.0.0.1', 'no address']],
])('a name with the addresses %s is refused because of one of them', async (addresses) => {
  const server = await startServer((response) => response.end('inside'))
  const { fail } = testClient({ lookup: async () => addresses, refusalOf: allowLoopback }, guarded)
  expect(await fail(`http://both.test:${server.port}/`)).toMatchObject({ code: 'address-refused' })
  expect(server.connections()).toBe(0)
})

test('a connection goes to the address that was checked, with no second look at the name', async () => {
  const server = await startServer((response) => response.end('outside'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let lookups = 0
  const lookup = async () => answers[lookups++] ?? []
  const { request } = testClient({ lookup, refusalOf: allowLoopback }, guarded)
  expect((await request(`http://rebinding.test:${server.port}/`)).text()).toBe('outside')
  expect(lookups).toBe(1)
  expect(server.received[0]?.headers.host).toBe(`rebinding.test:${server.port}`)
})

test('a name is resolved and checked again for every new connection', async () => {
  const server = await startServer((response) => response.setHeader('connection', 'close').end('outside'))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const { request, fail } = testClient({ lookup: async () => answers.shift() ?? [], refusalOf: allowLoopback }, guarded)
  const url = `http://rebinding.test:${server.port}/`
  expect((await request(url)).status).toBe(200)
  expect(await fail(url)).toMatchObject({ code: 'address-refused', message: expect.stringContaining('10.0.0.1') })
  expect(server.received).toHaveLength(1)
})

test.each(['127.0.0.1', '0x7f.1', 'inside.test'])('a redirect from outside to %s is refused', async (host) => {
  let refusal = (_address: string): string | undefined => undefined
  const server = await startServer((response, { path }) => {
    refusal = refusalOf
    const location = `http://${host}:${server.port}/secret`
    if (path === '/') response.writeHead(302, { location }).end()
    else response.end('inside')
  })
  const { fail } = testClient({ lookup: async () => ['127.0.0.1'], refusalOf: (address) => refusal(address) }, guarded)
  expect(await fail(`http://outside.test:${server.port}/`)).toMatchObject({ code: 'address-refused' })
  expect(server.received).toHaveLength(1)
  expect(server.connections()).toBe(1)
})

test('a connection opened for a request that may call inside is not lent to one that may not', async () => {
  const server = await startServer((response) => response.end('inside'))
  const { request, fail } = testClient({ lookup: async () => ['127.0.0.1'] })
  for (const host of ['127.0.0.1', 'inside.test']) {
    const url = `http://${host}:${server.port}/`
    expect((await request(url)).status).toBe(200)
    expect(await fail(url, guarded)).toMatchObject({ code: 'address-refused' })
  }
  expect(server.received).toHaveLength(2)
})

test('of the private addresses only those of the listed origins are called', async () => {
  const allowed = await startServer((response) => response.end('allowed'))
  const other = await startServer((response) => response.end('other'))
  const { request, fail } = testClient({ lookup: async () => ['127.0.0.1'] }, { allowPrivate: [allowed.origin] })
  expect((await request(`${allowed.origin}/`)).text()).toBe('allowed')
  // the same address as a name, another port, another scheme
  for (const origin of [`http://inside.test:${allowed.port}`, other.origin, `https://127.0.0.1:${allowed.port}`]) {
    expect(await fail(`${origin}/`)).toMatchObject({ code: 'address-refused' })
  }
  expect([allowed.received.length, other.connections()]).toEqual([1, 0])
})

test('a redirect from a listed origin to another private address is refused', async () => {
  const other = await startServer((response) => response.end('other'))
  const allowed = await startServer((response, { path }) => {
    const location = path === '/away' ? `${other.origin}/` : '/end'
    if (path === '/end') response.end('allowed')
    else response.writeHead(302, { location }).end()
  })
  const { request, fail } = testClient({}, { allowPrivate: [allowed.origin] })
  expect((await request(`${allowed.origin}/here`)).text()).toBe('allowed')
  expect(await fail(`${allowed.origin}/away`)).toMatchObject({ code: 'address-refused' })
  expect(other.connections()).toBe(0)
})

test('a redirect from outside reaches a listed origin', async () => {
  const allowed = await startServer((response) => response.end('allowed'))
  let refusal = (_address: string): string | undefined => undefined
  const outside = await startServer((response) => {
    refusal = refusalOf
    response.writeHead(302, { location: `${allowed.origin}/` }).end()
  })
  const options = { lookup: async () => ['127.0.0.1'], refusalOf: (address: string) => refusal(address) }
  const { request } = testClient(options, { allowPrivate: [allowed.origin] })
  expect((await request(`http://outside.test:${outside.port}/`)).text()).toBe('allowed')
})

test('when one of several addresses does not answer, the next one is tried', async () => {
  const server = await startServer((response) => response.end('here'))
  const { request } = testClient({ lookup: async () => ['::1', '127.0.0.1'] })
  expect((await request(`http://both.test:${server.port}/`)).text()).toBe('here')
})
