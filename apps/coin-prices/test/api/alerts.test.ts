import { expect, test } from 'vitest'
import { coinServer } from '../support/api-server.ts'
import { coinDatabase } from '../support/app-database.ts'

const database = coinDatabase()
const { sql } = database

test('rules are added, listed and removed, and a collector reads their own notices alone', async () => {
  const { ask } = await coinServer(database)
  const [{ body: ada }, { body: bob }] = [
    await ask('POST /readers', { name: 'Ada' }),
    await ask('POST /readers', { name: 'Bob' }),
  ]
  const { body: coin } = await ask('POST /coins', { title: 'of Ada', reader: ada.reader.id })
  const added = await ask('POST /alerts', { reader: ada.reader.id, coin: coin.id, percent: 5 })
  expect(added.status).toBe(201)
  expect((await ask(`GET /alerts?reader=${ada.reader.id}`)).body.alerts).toMatchObject([
    { id: added.body.id, collector: 'Ada', coinId: coin.id, percent: 5, webhookUrl: null },
  ])
  await sql(`insert into alert_notices (alert_id, intake_id, message) values ($1, $2, '{"text": "it rose"}')`, [
    added.body.id,
    coin.id,
  ])
  const read = async (token: string) =>
    (await ask(`GET /open/${token}/notices`, undefined, { token: null })).body.notices
  expect(await read(ada.token)).toMatchObject([{ coinId: coin.id, message: { text: 'it rose' }, deliveredAt: null }])
  expect(await read(bob.token)).toEqual([])
  expect((await ask('GET /notices')).body.notices).toHaveLength(1)
  const ofOther = await ask('POST /alerts', { reader: bob.reader.id, coin: coin.id, percent: 5 })
  expect(ofOther.body.code).toBe('unknown-coin')
  expect((await ask(`DELETE /alerts/${added.body.id}`)).status).toBe(204)
  expect((await ask(`DELETE /alerts/${added.body.id}`)).body.code).toBe('unknown-alert')
})

test.each([
  [{ percent: 0 }, '/percent'],
  [{ percent: 1_001 }, '/percent'],
  [{}, '/percent'],
  [{ percent: 5, webhook: 'http://127.0.0.1/' }, 'the webhook cannot be called'],
])('POST /alerts with %j is refused', async (json, message) => {
  const { ask } = await coinServer(database)
  const { status, text } = await ask('POST /alerts', json)
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})
