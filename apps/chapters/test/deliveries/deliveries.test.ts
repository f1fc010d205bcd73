import { createPawl, defineJob, type Pawl } from 'pawl'
import { runJob, spyOnEnqueues } from 'pawl/testing'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type DeliveryOptions, deliveryJobs } from '../../src/delivery/delivery-jobs.ts'
import { deliverWebhook } from '../../src/jobs/deliver-webhook.ts'
import { vapidKeys } from '../../src/push/vapid-keys.ts'
import { addPushSubscription, addWebhook } from '../../src/tables/delivery-targets.ts'
import { appDatabase } from '../support/app-database.ts'
import { browser } from '../support/browser.ts'
import { decryptPush } from '../support/decrypt-push.ts'
import { addChapter, addNotification, addReader, addSeries } from '../support/rows.ts'
import { standIn } from '../support/stand-in.ts'

const database = appDatabase()
const db = database.pool
const vapid = { ...vapidKeys(), subject: 'mailto:ada@example.org' }

const open: Pawl[] = []
afterEach(async () => {
  for (const pawl of open.splice(0)) await pawl.stop({ graceMs: 0 })
})

/** A Pawl that delivers, and a job that tells readers in the way of the application's own. */
function delivering(options: DeliveryOptions = { vapid, allowPrivate: true }) {
  const parts = deliveryJobs(options)
  const tell = defineJob({
    type: 'tell',
    body: z.object({ chapterId: z.number(), notificationIds: z.array(z.number()) }),
    run: (job) => job.commit((tx) => parts.deliver(job, tx, job.body)),
  })
  const worker = { pollMs: 50, heartbeatMs: 500 }
  const jobs = [...parts.jobs, tell]
  const pawl = createPawl({ url: database.url, jobs, sources: parts.sources, migrate: false, worker })
  open.push(pawl)
  const spy = spyOnEnqueues(pawl)
  /** Tells the readers and returns what became of the deliveries. */
  const deliver = async (chapterId: number, readerIds: number[]) => {
    const notificationIds = []
    for (const reader of readerIds) notificationIds.push(await addNotification(db, reader, chapterId))
    await runJob(pawl, tell, { chapterId, notificationIds })
    const sent = (await spy.seen()).filter(({ type }) => type !== 'tell')
    return Promise.all(sent.map(async ({ id }) => (await pawl.job(id))!))
  }
  return { pawl, deliver, push: parts.jobs[0]! }
}

const resultsOf = (pawl: Pawl, jobs: readonly { id: string }[]) =>
  Promise.all(jobs.map(({ id }) => pawl.result<{ status: string }>(id)))

test('a browser gets a message that it can read, signed by us, once', async () => {
  const service = await standIn(() => ({ status: 201 }))
  const [reader, own] = [await addReader(db), browser()]
  const series = await addSeries(db, 'Watermelon')
  const chapter = await addChapter(db, series, { number: '45.5', title: 'When I grow up' })
  const subscription = (await addPushSubscription(db, reader, `${service.url}/send/1`, own.keys))!
  const { pawl, deliver, push } = delivering()
  const jobs = await deliver(chapter, [reader])
  expect(await resultsOf(pawl, jobs)).toEqual([{ status: 'delivered' }])
  const [request] = service.received
  expect(request).toMatchObject({
    method: 'POST',
    path: '/send/1',
    headers: { 'content-encoding': 'aes128gcm', ttl: '86400', topic: `chapter-${chapter}` },
  })
  expect(request!.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${vapid.publicKey}$`))
  expect(JSON.parse(decryptPush(request!.body, own.privateKey, own.auth).toString())).toEqual({
    title: 'Watermelon',
    body: 'Chapter 45.5: When I grow up',
    url: expect.stringContaining('https://shelf.example/read/'),
    seriesId: series.id,
    chapterId: chapter,
  })
  // the same job again: its delivery is on record
  const again = await runJob(pawl, push, { subscriptionId: subscription.id, chapterId: chapter, host: service.host })
  expect(await pawl.result(again.id)).toEqual({ status: 'skipped', reason: 'delivered_before' })
  expect(service.received).toHaveLength(1)
})

test.each([404, 410])('a subscription that its service answers with %i has ended', async (status) => {
  const service = await standIn(() => ({ status }))
  const reader = await addReader(db)
  const series = await addSeries(db)
  await addPushSubscription(db, reader, `${service.url}/send/${status}`, browser().keys)
  const { pawl, deliver } = delivering()
  const jobs = await deliver(await addChapter(db, series, { number: '1' }), [reader])
  expect(await resultsOf(pawl, jobs)).toEqual([{ status: 'ended', reason: `answered_${status}` }])
  expect(await deliver(await addChapter(db, series, { number: '2' }), [reader])).toHaveLength(jobs.length)
  expect(service.received).toHaveLength(1)
})

test('a webhook gets what Discord takes, and mentions nobody', async () => {
  const service = await standIn()
  const reader = await addReader(db)
  const series = await addSeries(db, '@everyone [free](https://evil.example)')
  const chapter = await addChapter(db, series, { number: '7', title: '**bold** '.repeat(60) })
  await addWebhook(db, reader, `${service.url}/api/webhooks/1/secret`)
  const { pawl, deliver } = delivering()
  expect(await resultsOf(pawl, await deliver(chapter, [reader]))).toEqual([{ status: 'delivered' }])
  const message = JSON.parse(service.received[0]!.body.toString())
  expect(service.received[0]!.headers['content-type']).toBe('application/json')
  expect(message.allowed_mentions).toEqual({ parse: [] })
  expect(message.content).toMatch(/^\\@everyone \\\[free\\\]\\\(https\\:/)
  expect(message.content.length).toBeLessThanOrEqual(2_000)
  expect(message.embeds).toHaveLength(1)
  expect(message.embeds[0].title).toHaveLength(256)
  expect(message.embeds[0]).toMatchObject({ author: { name: series && '@everyone [free](https://evil.example)' } })
})

test('a webhook that asks for patience is left alone and costs no attempt; one that fails likewise; one that is gone has ended', async () => {
  const answers = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 500 }, { status: 404 }]
  const service = await standIn(() => answers.shift() ?? { status: 204 })
  const reader = await addReader(db)
  const chapter = await addChapter(db, await addSeries(db), { number: '1' })
  await addWebhook(db, reader, `${service.url}/hook`)
  const { pawl, deliver } = delivering()
  const jobs = await deliver(chapter, [reader])
  await pawl.start()
  expect(await resultsOf(pawl, jobs)).toEqual([{ status: 'ended', reason: 'answered_404' }])
  expect(await pawl.job(jobs[0]!.id)).toMatchObject({ status: 'succeeded', failures: 0, deferrals: 2 })
  expect(service.received).toHaveLength(3)
})

test('a webhook that refuses a message makes a dead letter that says so, without its address', async () => {
  const service = await standIn(() => ({ status: 400 }))
  const reader = await addReader(db)
  await addWebhook(db, reader, `${service.url}/secret`)
  const { pawl, deliver } = delivering()
  const [job] = await deliver(await addChapter(db, await addSeries(db), { number: '1' }), [reader])
  expect(job).toMatchObject({ status: 'failed' })
  expect(job!.error).toMatchObject({ message: 'the webhook answered 400' })
  expect(JSON.stringify(await pawl.deadLetters.show(job!.id))).not.toContain('secret')
})

test('an address inside of the network is not called, whatever it was when it was given, and has ended', async () => {
  const service = await standIn()
  const reader = await addReader(db)
  await addWebhook(db, reader, `${service.url}/hook`)
  const { pawl, deliver } = delivering({ vapid })
  const jobs = await deliver(await addChapter(db, await addSeries(db), { number: '1' }), [reader])
  expect(await resultsOf(pawl, jobs)).toEqual([{ status: 'ended', reason: 'address_refused' }])
  expect(service.received).toEqual([])
})

test('a redirect is not followed', async () => {
  const inside = await standIn()
  const service = await standIn(() => ({ status: 307, headers: { location: inside.url } }))
  const reader = await addReader(db)
  await addWebhook(db, reader, `${service.url}/hook`)
  const { deliver } = delivering()
  const [job] = await deliver(await addChapter(db, await addSeries(db), { number: '1' }), [reader])
  expect(job).toMatchObject({ status: 'failed' })
  expect(inside.received).toEqual([])
})

test('without VAPID keys webhooks are told and browsers are not', async () => {
  const service = await standIn()
  const reader = await addReader(db)
  await addWebhook(db, reader, `${service.url}/hook`)
  await addPushSubscription(db, reader, `${service.url}/send`, browser().keys)
  const { deliver } = delivering({ allowPrivate: true })
  const jobs = await deliver(await addChapter(db, await addSeries(db), { number: '1' }), [reader])
  expect(jobs.map(({ type }) => type)).toEqual([deliverWebhook.type])
})

test('each target of a thousand readers gets one job, a page of targets at a time', async () => {
  const chapter = await addChapter(db, await addSeries(db), { number: '1' })
  const { rows } = await db.query(
    `with r as (insert into chapters.reader (name) select 'crowd ' || n from generate_series(1, 1000) n returning id),
       w as (insert into chapters.webhook (reader_id, url) select id, 'https://hooks.invalid/' || id from r)
     insert into chapters.notification (reader_id, chapter_id) select id, $1 from r returning id`,
    [chapter],
  )
  const notificationIds = rows.map(({ id }) => Number(id))
  const parts = deliveryJobs({ vapid })
  const seen: unknown[] = []
  const job = { enqueue: async (_: unknown, body: unknown) => void seen.push(body) } as never
  await parts.deliver(job, db, { chapterId: chapter, notificationIds })
  expect(seen).toHaveLength(1_000)
  expect(new Set(seen.map((body) => (body as { webhookId: number }).webhookId)).size).toBe(1_000)
})
