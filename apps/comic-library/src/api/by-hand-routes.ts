import type { AppRouteServices } from '@pawl/app'
import { bodyId, createRoute, id, json, jsonBody, newRoutes, problems, wire, z } from '@pawl/app/api'
import { findSeries, type ListedSeries } from '../tables/listed-series.ts'
import { joinSeries, partSeries, splitOff, unsplit } from './by-hand.ts'
import { seriesName } from './inputs.ts'
import { unknownSeries } from './not-found.ts'
import { series } from './schemas.ts'

const tags = ['comic-library: series']
const params = z.strictObject({ id })
const acting = problems(400, 403, 404, 409, 413, 415)
const counted = json(z.strictObject({ issues: z.number().int() }), 'How many issues have another series now')
const what = {
  issues: z.array(bodyId).min(1).max(10_000).optional(),
  folder: z
    .string()
    .max(4_096)
    .refine((value) => !value.includes('\0'))
    .optional()
    .openapi({ description: 'all that is in it, below the folder of the library; what comes there later too' }),
}

const merge = createRoute({
  ...{
    method: 'post',
    path: '/series/{id}/merge',
    tags,
    summary: 'Another one is the same: it joins this one, for good',
  },
  request: { params, ...jsonBody(z.strictObject({ series: bodyId })) },
  responses: { 200: json(series, 'The series as it is now'), ...acting },
})
const unmerge = createRoute({
  ...{
    method: 'delete',
    path: '/series/{id}/merge',
    tags,
    summary: 'It has joined another, and stands on its own again',
  },
  request: { params },
  responses: { 200: counted, ...problems(403, 404, 409) },
})
const split = createRoute({
  ...{
    method: 'post',
    path: '/series/{id}/split',
    tags,
    summary: 'Some of its issues are of another series, for good',
  },
  request: { params, ...jsonBody(z.strictObject({ name: seriesName, ...what })) },
  responses: { 200: json(series, 'The series that they are of now'), ...acting },
})
const takeBack = createRoute({
  ...{
    method: 'post',
    path: '/libraries/{id}/unsplit',
    tags,
    summary: 'What was split off goes back to where its names say',
  },
  request: { params, ...jsonBody(z.strictObject(what)) },
  responses: { 200: counted, ...acting },
})

/** What people say of series, against what the files say. */
export function byHandRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  const found = async (of: number): Promise<ListedSeries> => {
    const one = await findSeries(db, of)
    if (one === undefined) throw unknownSeries(of)
    return one
  }
  routes.openapi(merge, async (c) => {
    const { id: staying } = c.req.valid('param')
    await joinSeries(db, { joining: c.req.valid('json').series, staying })
    return c.json(wire(await found(staying)), 200)
  })
  routes.openapi(unmerge, async (c) => c.json({ issues: await partSeries(db, c.req.valid('param').id) }, 200))
  routes.openapi(split, async (c) => {
    const into = await splitOff(db, { from: c.req.valid('param').id, ...c.req.valid('json') })
    return c.json(wire(await found(into)), 200)
  })
  routes.openapi(takeBack, async (c) =>
    c.json({ issues: await unsplit(db, c.req.valid('param').id, c.req.valid('json')) }, 200),
  )
  return routes
}
