import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { mail } from '../support/jobs.ts'
import { operateToken, type TestServer, testServer } from '../support/test-server.ts'

const database = testDatabase()

type Answer = { status: number; id: string; replayed: string | null; code?: string }

const post = async ({ ask }: TestServer, key: string, json: unknown, path = '/api/jobs'): Promise<Answer> => {
  const answer = await ask(path, { method: 'POST', json, headers: { 'Idempotency-Key': key } })
  const { id, code } = (await answer.json()) as { id: string; code?: string }
  return { status: answer.status, id, replayed: answer.headers.get('idempotency-replayed'), ...(code && { code }) }
}

const count = async () => (await database.pool.query('select count(*)::int as n from pawl.attempt')).rows[0].n as number

test('the same key and the same body make one job, at whichever server, also when the fields are in another order', async () => {
  const [one, other] = [
    await testServer(database, { pawl: { jobs: [mail] } }),
    await testServer(database, { pawl: { jobs: [mail] } }),
  ]
  const before = await count()
  const first = await post(one, 'key-1', { type: 'mail.send', body: { to: 'ada', key: 'x' } })
  const second = await post(other, 'key-1', { body: { key: 'x', to: 'ada' }, type: 'mail.send' })
  expect(first).toMatchObject({ status: 202, replayed: null })
  expect(second).toEqual({ status: 202, id: first.id, replayed: 'true' })
  expect(await count()).toBe(before + 1)
})

test('fifty requests with one key at the same time make one job', async () => {
  const servers = [
    await testServer(database, { pawl: { jobs: [mail] } }),
    await testServer(database, { pawl: { jobs: [mail] } }),
  ]
  const before = await count()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => post(servers[i % 2]!, 'key-2', { type: 'mail.send', body: { to: 'ada' } })),
  )
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
  expect(await count()).toBe(before + 1)
})

test('the same key with another body is refused', async () => {
  const server = await testServer(database, { pawl: { jobs: [mail] } })
  await post(server, 'key-3', { type: 'mail.send', body: { to: 'ada' } })
  const changed = await post(server, 'key-3', { type: 'mail.send', body: { to: 'bob' } })
  expect(changed).toMatchObject({ status: 409, code: 'key-reused' })
  const elsewhere = await post(
    server,
    'key-3',
    { jobs: [{ type: 'mail.send', body: { to: 'ada' } }] },
    '/api/jobs/batch',
  )
  expect(elsewhere).toMatchObject({ status: 409 })
})

test('a request that was refused does not use up its key', async () => {
  const server = await testServer(database, { pawl: { jobs: [mail] } })
  expect(await post(server, 'key-4', { type: 'mail.send', body: { to: 3 } })).toMatchObject({ status: 400 })
  const replace = { type: 'mail.send', body: { to: 'ada' }, key: 'k', onDuplicate: 'replace' }
  expect(await post(server, 'key-4', replace)).toMatchObject({ status: 400, code: 'replace-with-key' })
  expect(await post(server, 'key-4', { type: 'mail.send', body: { to: 'ada' } })).toMatchObject({
    status: 202,
    replayed: null,
  })
})

test('a batch with a key is made once', async () => {
  const server = await testServer(database, { pawl: { jobs: [mail] } })
  const json = { jobs: [1, 2, 3].map((n) => ({ type: 'mail.send', body: { to: `reader ${n}` } })) }
  const ask = async () => {
    const answer = await server.ask('/api/jobs/batch', {
      method: 'POST',
      json,
      headers: { 'Idempotency-Key': 'key-5' },
    })
    return ((await answer.json()) as { jobs: { id: string }[] }).jobs.map(({ id }) => id)
  }
  const before = await count()
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(await count()).toBe(before + 3)
})

test('a key is free again after a day, and old ones are forgotten', async () => {
  const server = await testServer(database, { pawl: { jobs: [mail] } })
  const json = { type: 'mail.send', body: { to: 'ada' } }
  const first = await post(server, 'key-6', json)
  await post(server, 'key-7', json)
  await database.pool.query(
    `update pawl_server.request set at = at - interval '25 hours' where key in ('key-6', 'key-7')`,
  )
  // a server that has just started looks for old ones with its first request
  const fresh = await testServer(database, { pawl: { jobs: [mail] } })
  const again = await post(fresh, 'key-6', json)
  expect(again).toMatchObject({ status: 202, replayed: null })
  expect(again.id).not.toBe(first.id)
  const { rows } = await database.pool.query(`select key from pawl_server.request where key in ('key-6', 'key-7')`)
  expect(rows).toEqual([{ key: 'key-6' }])
})

test('however many keys are old, all of them are forgotten', async () => {
  const json = { type: 'mail.send', body: { to: 'ada' } }
  await post(await testServer(database, { pawl: { jobs: [mail] } }), 'key-9', json)
  await database.pool.query(
    `insert into pawl_server.request (client, key, hash, at)
     select 'olga', 'old-' || n, '', now() - interval '25 hours' from generate_series(1, 2500) n`,
  )
  await post(await testServer(database, { pawl: { jobs: [mail] } }), 'key-10', json)
  const { rows } = await database.pool.query(
    `select count(*)::int as n from pawl_server.request where key like 'old-%'`,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('two clients may use the same key', async () => {
  const tokens = [
    { token: operateToken, role: 'operate', name: 'olga' },
    { token: 'another-operator-of-tests', role: 'operate', name: 'omar' },
  ] as const
  const server = await testServer(database, { pawl: { jobs: [mail] }, server: { tokens } })
  const json = { type: 'mail.send', body: { to: 'ada' } }
  const olga = await post(server, 'key-8', json)
  const omar = await server.ask('/api/jobs', {
    ...{ method: 'POST', json, token: 'another-operator-of-tests' },
    headers: { 'Idempotency-Key': 'key-8' },
  })
  expect(((await omar.json()) as { id: string }).id).not.toBe(olga.id)
})

test.each(['', 'x'.repeat(256)])('a key that is none is refused', async (key) => {
  const { ask } = await testServer(database, { pawl: { jobs: [mail] } })
  const answer = await ask('/api/jobs', {
    ...{ method: 'POST', json: { type: 'mail.send', body: { to: 'ada' } } },
    headers: { 'Idempotency-Key': key },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ faults: [{ in: 'header', path: '/Idempotency-Key' }] })
})
