import { Hono } from 'hono'
import { type ChapterService, chapterServices } from './catalogue/upload.ts'
import type { Chapters } from './chapters.ts'
import { coinControl, isCoinService, stateOfCoins } from './coins/coin-control.ts'
import { type Coins, coinServices } from './coins/coin-services.ts'
import type { Fault, FaultKind } from './http/faults.ts'
import type { Model } from './model/model.ts'
import { modelFaults } from './model/model-faults.ts'
import type { Web } from './web/web.ts'

const kinds: readonly FaultKind[] = ['outage', 'error', 'banned', 'unavailable', 'html', 'truncated', 'slow']
const services = [...chapterServices, ...coinServices]
const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

export type Controlled = {
  readonly chapters: Chapters
  readonly coins: Coins
  readonly web: Web
  readonly model: Model
}

/** For people who want to watch: what the stand-ins have, faults on request, and a chapter now. */
export function controlRoutes(controlled: Controlled): Hono {
  const { chapters, coins } = controlled
  return new Hono()
    .get('/', (c) => c.json(state(controlled)))
    .route('/', webControl(controlled))
    .route('/', modelControl(controlled))
    .route('/', coinControl(coins))
    .post('/faults/:service', async (c) => {
      const service: unknown = c.req.param('service')
      const { kind, requests, ms } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
      const holder = holderOf(controlled, service)
      if (holder === undefined) return c.json({ expected: services }, 404)
      if (!isOneOf(kinds, kind)) return c.json({ error: `kind must be one of ${kinds.join(', ')}` }, 400)
      holder.begin({ kind, ...counts(requests, ms) })
      return c.json(state(controlled))
    })
    .delete('/faults/:service', (c) => {
      const service: unknown = c.req.param('service')
      const holder = holderOf(controlled, service)
      if (holder === undefined) return c.json({ expected: services }, 404)
      holder.end()
      return c.json(state(controlled))
    })
    .post('/publish', (c) => c.json({ happened: chapters.publisher.step() }))
}

/** The faults of a service by its name. Undefined: there is no such service. */
function holderOf({ chapters, coins }: Controlled, service: unknown) {
  if (isOneOf<ChapterService>(chapterServices, service)) {
    return { begin: (fault: Fault) => chapters.outage(service, fault), end: () => chapters.restore(service) }
  }
  if (!isCoinService(service)) return undefined
  return { begin: (fault: Fault) => coins.outage(service, fault), end: () => coins.restore(service) }
}

function webControl(controlled: Controlled): Hono {
  const { web } = controlled
  return new Hono()
    .post('/faults/web/:host', async (c) => {
      const { kind, requests, ms } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
      if (!isOneOf(kinds, kind)) return c.json({ error: `kind must be one of ${kinds.join(', ')}` }, 400)
      web.outage(c.req.param('host'), { kind, ...counts(requests, ms) })
      return c.json(state(controlled))
    })
    .delete('/faults/web/:host', (c) => {
      web.restore(c.req.param('host'))
      return c.json(state(controlled))
    })
}

function modelControl(controlled: Controlled): Hono {
  const { model } = controlled
  return new Hono()
    .post('/faults/model', async (c) => {
      const { kind, requests, ms } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
      if (!isOneOf(modelFaults, kind)) return c.json({ error: `kind must be one of ${modelFaults.join(', ')}` }, 400)
      model.fault({ kind, ...counts(requests, ms) })
      return c.json(state(controlled))
    })
    .delete('/faults/model', (c) => {
      model.restore()
      return c.json(state(controlled))
    })
}

function counts(requests: unknown, ms: unknown): { readonly requests?: number; readonly ms?: number } {
  return {
    ...(typeof requests === 'number' ? { requests } : {}),
    ...(typeof ms === 'number' ? { ms } : {}),
  }
}

function state({ chapters, coins, web, model }: Controlled): object {
  return {
    sites: web.sites.map(({ host, about }) => ({ host, about })),
    web: { requests: web.total },
    model: {
      requests: model.requests.total,
      answers: Object.fromEntries(model.requests.byStatus),
      completions: model.calls.length,
      fault: model.current,
    },
    coins: stateOfCoins(coins),
    series: chapters.series.map(({ title, urls }) => ({ title, urls })),
    happened: chapters.publisher.happened,
    services: Object.fromEntries(
      chapterServices.map((name) => {
        const log = chapters.requests(name)
        const answers = Object.fromEntries(log.byStatus)
        return [
          name,
          { requests: log.total, answers, mostWithinASecond: log.mostWithin(1000), fault: chapters.fault(name) },
        ]
      }),
    ),
  }
}
