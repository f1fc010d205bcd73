import { Hono } from 'hono'
import { type ChapterService, chapterServices } from './catalogue/upload.ts'
import type { Chapters } from './chapters.ts'
import type { FaultKind } from './http/faults.ts'

const kinds: readonly FaultKind[] = ['outage', 'error', 'banned', 'unavailable', 'html', 'truncated', 'slow']
const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

/** For people who want to watch: what the stand-ins have, faults on request, and a chapter now. */
export function controlRoutes(chapters: Chapters): Hono {
  return new Hono()
    .get('/', (c) => c.json(state(chapters)))
    .post('/faults/:service', async (c) => {
      const service: unknown = c.req.param('service')
      const { kind, requests, ms } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
      if (!isOneOf<ChapterService>(chapterServices, service)) return c.json({ expected: chapterServices }, 404)
      if (!isOneOf(kinds, kind)) return c.json({ error: `kind must be one of ${kinds.join(', ')}` }, 400)
      const counts = {
        ...(typeof requests === 'number' ? { requests } : {}),
        ...(typeof ms === 'number' ? { ms } : {}),
      }
      chapters.outage(service, { kind, ...counts })
      return c.json(state(chapters))
    })
    .delete('/faults/:service', (c) => {
      const service: unknown = c.req.param('service')
      if (!isOneOf<ChapterService>(chapterServices, service)) return c.json({ expected: chapterServices }, 404)
      chapters.restore(service)
      return c.json(state(chapters))
    })
    .post('/publish', (c) => c.json({ happened: chapters.publisher.step() }))
}

function state(chapters: Chapters): object {
  return {
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
