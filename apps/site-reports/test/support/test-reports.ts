import { type Canary, type Sandbox, sandboxModel, startCanary, startSandbox } from '@pawl/sandbox'
import { createServer, serve } from '@pawl/server'
import { createPawl, type Pawl } from 'pawl'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ApiContext } from '../../src/api/api-options.ts'
import { followState } from '../../src/api/follow-state.ts'
import { type ReportState, reportState } from '../../src/api/report-state.ts'
import { submitReport } from '../../src/api/submit-report.ts'
import { siteReports } from '../../src/index.ts'
import { type SiteReportsOptions, siteReportsSettings } from '../../src/options.ts'
import { createModel } from '../../src/sources/model.ts'
import { reportStages } from '../../src/stages/report-stages.ts'
import { findReport, type ListedReport } from '../../src/tables/reports.ts'
import type { AppDatabase } from './app-database.ts'

type Closers = (() => Promise<unknown>)[]
const closeAll = async (open: Closers) => {
  for (const close of open.splice(0).reverse()) await close()
}
const [open, openForAll]: [Closers, Closers] = [[], []]
afterEach(() => closeAll(open))

export const tokens = [
  { token: 'operate-token-of-the-tests', role: 'operate', name: 'olga' },
  { token: 'read-token-of-the-tests', role: 'read', name: 'rita' },
] as const

export type Bench = {
  readonly sandbox: Sandbox
  /** Inside of the network, where sites that mean harm lead. */
  readonly canary: Canary
  readonly pawl: Pawl
  readonly api: ApiContext
  readonly app: ReturnType<typeof siteReports>
  /** Asks for a report, works until nothing is left to do, and returns what came of it. */
  report(url: string): Promise<ListedReport>
  /** The same with a worker that goes on until the report has ended. */
  reportLive(url: string): Promise<ReportState>
  serve(): Promise<Served>
}

export type Served = {
  readonly url: string
  /** Asks for a path under /api/site-reports with the operator's token unless told otherwise. */
  ask(path: string, init?: RequestInit & { token?: string | null; json?: unknown }): Promise<Response>
  /** The same, and reads the JSON that comes. Throws when it is no success. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what comes with what they expect
  send(method: string, path: string, json?: unknown): Promise<any>
}

/** One for all tests of a file; made before the first of them. */
export function sharedBench(database: AppDatabase, options: SiteReportsOptions = {}): () => Bench {
  let made: Bench | undefined
  beforeAll(async () => {
    made = await bench(database, options, openForAll)
  })
  // said here and not above: what is said last is done first, and the database must still be there
  afterAll(() => closeAll(openForAll))
  return () => made!
}

/** The application on the stand-ins, in a hurry, driven by hand. All of it is closed after the test. */
export async function bench(
  database: AppDatabase,
  options: SiteReportsOptions = {},
  closers: Closers = open,
): Promise<Bench> {
  const canary = await startCanary()
  closers.push(() => canary.stop())
  const sandbox = await startSandbox({ port: 0, web: { inside: canary.url } })
  closers.push(() => sandbox.stop())
  const { web, model } = sandbox.urls.siteReports
  const all: SiteReportsOptions = {
    ...options,
    stages: { startRate: null, firstRetryMs: 1, ...options.stages },
    sites: { standIn: { domain: 'example', url: web }, requestsPerMinute: 60_000, ...options.sites },
    model: {
      ...{ url: model, name: sandboxModel.model, key: sandboxModel.key, requestsPerMinute: 60_000 },
      ...options.model,
    },
  }
  const settings = siteReportsSettings(all)
  const app = siteReports(all)
  const [pipeline] = app.pipelines!
  const pawl = createPawl({
    ...{ url: database.url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [] },
    ...{ pipelines: [pipeline!], migrate: false, worker: { pollMs: 50, heartbeatMs: 500 } },
  })
  closers.push(() => pawl.stop({ graceMs: 0 }))
  const stages = reportStages(settings, createModel(settings.model!))
  const api: ApiContext = { pawl, db: database.pool, stages, settings }
  const report = async (url: string) => {
    const { id } = await submitReport(api, url)
    await pawl.drain({ keepOpen: true })
    return (await findReport(database.pool, id))!
  }
  const reportLive = async (url: string) => {
    const { id } = await submitReport(api, url)
    await pawl.start()
    return ended(api, id)
  }
  return { sandbox, canary, pawl, api, app, report, reportLive, serve: () => served(database, pawl, app, closers) }
}

/** How a report has ended. */
export async function ended(api: ApiContext, id: number): Promise<ReportState> {
  const { signal } = new AbortController()
  const look = () => reportState(api, id)
  const hasEnded = ({ status }: ReportState) => status !== 'in-progress' && status !== 'not-started'
  let last: ReportState | undefined
  for await (const state of followState({ look, hasEnded, everyMs: 20, gone: signal })) last = state
  return last!
}

async function served(database: AppDatabase, pawl: Pawl, app: Bench['app'], closers: Closers): Promise<Served> {
  // an error that nobody foresaw fails the test by its 500
  const server = createServer({ pawl, db: database.pool, tokens, apps: [app], pollMs: 20 })
  const { url, close } = await serve(server, { port: 0 })
  closers.push(close)
  const ask: Served['ask'] = (path, { token = tokens[0].token, json, headers, ...init } = {}) =>
    fetch(`${url}/api/site-reports${path}`, {
      ...init,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
    })
  const send: Served['send'] = async (method, path, json) => {
    const answer = await ask(path, { method, ...(json === undefined ? {} : { json }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { url, ask, send }
}
