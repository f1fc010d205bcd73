import { createServer, serve } from '@pawl/server'
import { createPawl } from 'pawl'
import { afterEach } from 'vitest'
import { coinPrices } from '../../src/index.ts'
import type { AppDatabase } from './app-database.ts'

export type Answer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what comes with what they expect
  readonly body: any
  readonly text: string
}

export type ApiServer = {
  /** `GET /coins`, with a body as JSON. `token: null`: without a token of the server. */
  ask(request: string, json?: unknown, options?: { readonly token?: string | null }): Promise<Answer>
  /** Values coins from now on. */
  work(): Promise<void>
}

const operator = 'operate-token-of-the-tests'
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The application on a port of its own. It schedules nothing and calls no market. */
export async function coinServer({ url, pool: db }: AppDatabase): Promise<ApiServer> {
  const app = coinPrices()
  const jobs = app.jobs.filter(({ type }) => type === 'coins.value')
  const pawl = createPawl({ url, jobs, migrate: false, worker: { pollMs: 50, heartbeatMs: 500 } })
  open.push(() => pawl.stop({ graceMs: 0 }))
  const tokens = [
    { token: operator, role: 'operate', name: 'olga' },
    { token: 'read-token-of-the-tests', role: 'read', name: 'rita' },
  ] as const
  const served = await serve(createServer({ pawl, db, tokens, apps: [app], pollMs: 20 }), { port: 0 })
  open.push(served.close)
  return {
    work: () => pawl.start(),
    async ask(request, json, { token = operator } = {}) {
      const [method, path] = request.split(' ')
      const answer = await fetch(`${served.url}/api/coin-prices${path}`, {
        method: method!,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      })
      const text = await answer.text()
      const isJson = /json/.test(answer.headers.get('content-type') ?? '')
      return { status: answer.status, body: isJson ? JSON.parse(text) : undefined, text }
    },
  }
}
