import { defineApp } from '@pawl/app'
import { createServer, serve } from '@pawl/server'
import { createPawl, defineJob, defineSource, type Pawl } from 'pawl'
import { afterEach } from 'vitest'
import { z } from 'zod'
import type { TestDatabase } from '../../../../tools/testing/test-database.ts'
import { apiOf } from '../../src/api/api.ts'
import type { ApiOptions } from '../../src/api/api-options.ts'
import { deliveryJobs } from '../../src/delivery/delivery-jobs.ts'
import { vapidKeys } from '../../src/push/vapid-keys.ts'
import type { ChapterSource } from '../../src/sources/chapter-source.ts'

/** A service of which only the addresses matter. */
const shelf: ChapterSource = {
  name: 'shelf',
  title: 'The Shelf',
  definition: defineSource({ name: 'shelf', requestsPerMinute: 600 }),
  sourceOf: () => 'shelf',
  recognise: (url) => (url.host === 'shelf.example' ? /^\/series\/([\w-]+)/.exec(url.pathname)?.[1] : undefined),
  urlOf: (id) => `https://shelf.example/series/${id}`,
  describe: async () => null,
  look: async () => null,
}

export const pollSource = defineJob({
  type: 'poll-source',
  body: z.strictObject({ seriesSourceId: z.number() }),
  run: () => {},
})

export const api: ApiOptions = {
  sources: {
    all: [shelf],
    recognise(address) {
      const sourceId = shelf.recognise(new URL(address))
      return sourceId === undefined ? undefined : { source: shelf, sourceId }
    },
  },
  pollSource,
  polling: { lostAfterMs: 86_400_000 },
  allowPrivate: false,
  vapid: { ...vapidKeys(), subject: 'mailto:ada@example.org' },
}

export type ApiServer = {
  readonly pawl: Pawl
  readonly url: string
  /** Asks for a path under /api/chapters with the operator's token unless told otherwise. */
  ask(path: string, init?: RequestInit & { token?: string | null; json?: unknown }): Promise<Response>
  /** The same, and reads the JSON that comes. Throws when it is no success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what comes with what they expect
  get(path: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  send(method: string, path: string, json?: unknown): Promise<any>
}

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The application with what people use of it, and nothing that polls: served on a port of its own, closed after the test. */
export async function apiServer(database: TestDatabase, options: Partial<ApiOptions> = {}): Promise<ApiServer> {
  const chosen = { ...api, ...options }
  const { jobs, sources } = deliveryJobs(chosen)
  const app = defineApp({ name: 'chapters', title: 'Chapters', jobs: [...jobs, pollSource], ...apiOf(chosen) })
  const all = [shelf.definition, ...sources]
  const worker = { pollMs: 50, heartbeatMs: 500 }
  const pawl = createPawl({ url: database.url, jobs: app.jobs, sources: all, migrate: false, worker })
  open.push(() => pawl.stop({ graceMs: 0 }))
  const tokens = [
    { token: 'operate-token-of-the-tests', role: 'operate', name: 'olga' },
    { token: 'read-token-of-the-tests', role: 'read', name: 'rita' },
  ] as const
  // an error that nobody foresaw fails the test by its 500
  const server = createServer({ pawl, db: database.pool, tokens, apps: [app], pollMs: 20 })
  const { url, close } = await serve(server, { port: 0 })
  open.push(close)
  const ask: ApiServer['ask'] = (path, { token = tokens[0].token, json, headers, ...init } = {}) =>
    fetch(`${url}/api/chapters${path}`, {
      ...init,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
  const send: ApiServer['send'] = async (method, path, json) => {
    const answer = await ask(path, { method, ...(json === undefined ? {} : { json }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { pawl, url, ask, send, get: (path) => send('GET', path) }
}
