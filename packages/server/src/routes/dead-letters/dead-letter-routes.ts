import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@pawl/app'
import { json, jsonBody, limit, name, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { reads } from '../shared/reads.ts'
import { anything, jobId } from '../shared/schemas.ts'
import { deadLetter, deadLetterDetail, deadReason } from './dead-letter-schemas.ts'

const tags = ['dead letters']
const params = z.strictObject({ id: jobId })
const ids = z.strictObject({ ids: z.array(jobId).min(1).max(1_000) })

const list = createRoute({
  ...{ method: 'get', path: '/dead-letters', tags, summary: 'Dead letters that nobody has decided on, newest first' },
  request: {
    query: z.strictObject({
      queue: name.optional(),
      type: name.optional(),
      reason: deadReason.optional(),
      before: jobId.optional().openapi({ description: 'the id of the last one of the page before' }),
      limit: limit.optional(),
    }),
  },
  responses: {
    200: json(z.strictObject({ deadLetters: z.array(deadLetter), next: jobId.nullable() }), 'A page of them'),
    ...problems(400, 404, 409),
  },
})
const show = createRoute({
  ...{ method: 'get', path: '/dead-letters/{id}', tags, summary: 'A dead letter whole, with its attempts' },
  request: { params },
  responses: { 200: json(deadLetterDetail, 'The dead letter'), ...problems(404) },
})
const replay = createRoute({
  ...{
    method: 'post',
    path: '/dead-letters/{id}/replay',
    tags,
    summary: 'Run it again, with another body if one is given',
  },
  request: { params, ...jsonBody(z.strictObject({ body: anything.optional() }), false) },
  responses: { 202: json(z.strictObject({ id: jobId }), 'The new job'), ...problems(400, 403, 404, 409, 413, 415) },
})
const replayMany = createRoute({
  ...{ method: 'post', path: '/dead-letters/replay', tags, summary: 'Run many again' },
  request: jsonBody(ids),
  responses: {
    202: json(
      z.strictObject({ replayed: z.array(z.strictObject({ dead: jobId, id: jobId })) }),
      'Those that run again',
    ),
    ...problems(400, 403, 413, 415),
  },
})
const discard = createRoute({
  ...{ method: 'post', path: '/dead-letters/discard', tags, summary: 'Take them out of sight; they stay on record' },
  request: jsonBody(ids),
  responses: {
    200: json(z.strictObject({ discarded: z.array(jobId) }), 'Those that were discarded'),
    ...problems(400, 403, 413, 415),
  },
})

export function deadLetterRoutes({ pawl }: RouteServices) {
  const { deadLetters } = pawl
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { limit: size = 50, ...filter } = c.req.valid('query')
    const found = await reads(c, pawl).deadLetters.list({ ...filter, limit: size + 1 })
    const page = found.slice(0, size)
    const next = found.length > size ? page.at(-1)!.id : null
    return c.json({ deadLetters: wire(page), next }, 200)
  })
  // before the one with an id in its path
  routes.openapi(replayMany, async (c) => {
    const given = c.req.valid('json').ids
    const operation = { what: 'dead-letter.replay', on: summary(given), details: { ids: given } }
    return c.json({ replayed: await operate(c, pawl, operation, () => deadLetters.replayMany(given)) }, 202)
  })
  routes.openapi(discard, async (c) => {
    const given = c.req.valid('json').ids
    const operation = { what: 'dead-letter.discard', on: summary(given), details: { ids: given } }
    return c.json({ discarded: await operate(c, pawl, operation, () => deadLetters.discard(given)) }, 200)
  })
  routes.openapi(show, async (c) => {
    const { id } = c.req.valid('param')
    const letter = await reads(c, pawl).deadLetters.show(id)
    if (letter === undefined) throw new ProblemError(404, 'unknown-dead-letter', `there is no dead letter ${id}`)
    return c.json(wire(letter), 200)
  })
  routes.openapi(replay, async (c) => {
    const { id } = c.req.valid('param')
    const given = c.req.valid('json')
    if ((await deadLetters.show(id)) === undefined) {
      throw new ProblemError(404, 'unknown-dead-letter', `there is no dead letter ${id}`)
    }
    const options = 'body' in given ? { body: given.body } : {}
    const operation = { what: 'dead-letter.replay', on: id, details: { newBody: 'body' in given } }
    return c.json(await operate(c, pawl, operation, () => deadLetters.replay(id, options)), 202)
  })
  return routes
}

function summary(ids: readonly string[]): string {
  return ids.length === 1 ? ids[0]! : `${ids[0]} and ${ids.length - 1} more`
}
