import { type AppRouteServices, ProblemError } from '@pawl/app'
import { createRoute, id, json, jsonBody, newRoutes, problems, wire, z } from '@pawl/app/api'
import { deliverWebhook } from '../jobs/deliver-webhook.ts'
import { readReceiver } from '../push/read-receiver.ts'
import {
  addPushSubscription,
  addWebhook,
  findWebhook,
  listPushSubscriptions,
  listWebhooks,
  mostTargets,
  removePushSubscription,
  removeWebhook,
  type Target,
} from '../tables/delivery-targets.ts'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { checkTarget } from './check-target.ts'
import { enqueueAsked } from './enqueue-asked.ts'
import { address, target } from './schemas.ts'
import { shownAddress } from './shown-address.ts'

const params = z.strictObject({ id })
const one = z.strictObject({ id, target: id })
const gone = { 204: { description: 'It is told no more' } }
const acting = problems(400, 403, 404, 409, 413, 415)
const key = z.string().min(1).max(200)

const pushTags = ['chapters: push']
const pushKey = createRoute({
  ...{ method: 'get', path: '/push/key', tags: pushTags, summary: 'The key that browsers subscribe with (VAPID)' },
  responses: { 200: json(z.strictObject({ publicKey: z.string() }), 'The key'), ...problems(404) },
})
const subscriptions = createRoute({
  ...{ method: 'get', path: '/readers/{id}/push-subscriptions', tags: pushTags, summary: 'The browsers of a reader' },
  request: { params },
  responses: { 200: json(z.strictObject({ subscriptions: z.array(target) }), 'All of them'), ...problems(404) },
})
const subscribe = createRoute({
  ...{
    method: 'post',
    path: '/readers/{id}/push-subscriptions',
    tags: pushTags,
    summary: 'A browser that takes messages',
  },
  request: {
    params,
    ...jsonBody(
      z.strictObject({
        endpoint: address,
        expirationTime: z.number().nullish(),
        keys: z.strictObject({ p256dh: key, auth: key }),
      }),
    ),
  },
  responses: { 201: json(target, 'What PushSubscription.toJSON() gives is what this takes'), ...acting },
})
const unsubscribe = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/push-subscriptions/{target}', tags: pushTags, summary: 'Take it away' },
  request: { params: one },
  responses: { ...gone, ...problems(403, 404) },
})

const hookTags = ['chapters: webhooks']
const webhooks = createRoute({
  ...{ method: 'get', path: '/readers/{id}/webhooks', tags: hookTags, summary: 'The webhooks of a reader' },
  request: { params },
  responses: { 200: json(z.strictObject({ webhooks: z.array(target) }), 'All of them'), ...problems(404) },
})
const addHook = createRoute({
  ...{
    method: 'post',
    path: '/readers/{id}/webhooks',
    tags: hookTags,
    summary: 'Tell this address, as Discord takes it',
  },
  request: { params, ...jsonBody(z.strictObject({ url: address })) },
  responses: { 201: json(target, 'The webhook'), ...acting },
})
const removeHook = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/webhooks/{target}', tags: hookTags, summary: 'Take it away' },
  request: { params: one },
  responses: { ...gone, ...problems(403, 404) },
})
const testHook = createRoute({
  ...{ method: 'post', path: '/readers/{id}/webhooks/{target}/test', tags: hookTags, summary: 'Send it a test' },
  request: { params: one },
  responses: { 202: json(z.strictObject({ jobId: z.string() }), 'The job that does'), ...problems(403, 404, 409) },
})

/** Its address is a secret of the reader. */
const shown = (of: Target) => wire({ ...of, url: shownAddress(of.url) })

const noTarget = () => new ProblemError(404, 'unknown-target', 'the reader has nothing of this id')

export function targetRoutes({ pawl, db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  const mustKnow = async (reader: number) => {
    await readers.get(db, reader)
  }
  const added = async (reader: number, made: Target | undefined): Promise<Target> => {
    if (made !== undefined) return made
    await mustKnow(reader)
    throw new ProblemError(409, 'too-many-targets', `a reader has ${mostTargets} at the most; take one away first`)
  }
  routes.openapi(pushKey, (c) => {
    if (options.vapid === undefined) {
      throw new ProblemError(404, 'no-push', 'there is no push without keys: pawl chapters vapid-keys makes a pair')
    }
    return c.json({ publicKey: options.vapid.publicKey }, 200)
  })
  routes.openapi(subscriptions, async (c) => {
    const { id: reader } = c.req.valid('param')
    await mustKnow(reader)
    return c.json({ subscriptions: (await listPushSubscriptions(db, reader)).map(shown) }, 200)
  })
  routes.openapi(subscribe, async (c) => {
    const { id: reader } = c.req.valid('param')
    const { endpoint, keys } = c.req.valid('json')
    const { href } = checkTarget(endpoint, { ...options, field: 'endpoint' })
    const receiver = readReceiver(keys)
    if (typeof receiver === 'string') {
      const faults = [{ in: 'body' as const, path: '/keys', message: receiver }]
      throw new ProblemError(400, 'invalid-request', receiver, { faults })
    }
    return c.json(shown(await added(reader, await addPushSubscription(db, reader, href, keys))), 201)
  })
  routes.openapi(unsubscribe, async (c) => {
    const { id: reader, target: of } = c.req.valid('param')
    if (!(await removePushSubscription(db, reader, of))) throw noTarget()
    return c.body(null, 204)
  })
  routes.openapi(webhooks, async (c) => {
    const { id: reader } = c.req.valid('param')
    await mustKnow(reader)
    return c.json({ webhooks: (await listWebhooks(db, reader)).map(shown) }, 200)
  })
  routes.openapi(addHook, async (c) => {
    const { id: reader } = c.req.valid('param')
    const { href } = checkTarget(c.req.valid('json').url, { ...options, field: 'url' })
    return c.json(shown(await added(reader, await addWebhook(db, reader, href))), 201)
  })
  routes.openapi(removeHook, async (c) => {
    const { id: reader, target: of } = c.req.valid('param')
    if (!(await removeWebhook(db, reader, of))) throw noTarget()
    return c.body(null, 204)
  })
  routes.openapi(testHook, async (c) => {
    const { id: reader, target: of } = c.req.valid('param')
    const webhook = await findWebhook(db, reader, of)
    if (webhook === undefined) throw noTarget()
    if (webhook.endedAt !== null) {
      throw new ProblemError(409, 'webhook-ended', 'its service has said that it is gone; add it anew')
    }
    const { id: jobId } = await enqueueAsked(pawl, deliverWebhook, {
      webhookId: of,
      chapterId: null,
      host: new URL(webhook.url).host,
    })
    return c.json({ jobId }, 202)
  })
  return routes
}
