import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrateApp } from '@pawl/app'
import { html, redirect, type Sandbox, site, startCanary, startSandbox } from '@pawl/sandbox'
import { createServer } from '@pawl/server'
import { createPawl, type Pawl } from 'pawl'
import pg from 'pg'
import type { Log } from '../proof.ts'
import { KillPlan } from './kill-plan.ts'
import { ProofServer } from './proof-server.ts'
import { siteReportsApp } from './site-reports-app.ts'
import { SiteReportsBook } from './site-reports-book.ts'
import type { SiteReportsWorkerArguments } from './site-reports-worker.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type SiteReportsResult = {
  readonly sites: number
  readonly reports: number
  /** Sites that led into the network. */
  readonly refused: number
  /** Answers of the model beyond one for each report. */
  readonly doubledModelCalls: number
  /** Those of them that no kill explains. */
  readonly unexplainedModelCalls: number
  readonly inTwoStages: number
  /** Retries of all reports, and of the report that has most of them. */
  readonly retries: number
  readonly mostRetries: number
  /** Reports that were past their retries, and were tried again by hand. */
  readonly retriedByHand: number
  readonly stuck: number
  readonly wrong: number
  readonly privateAddressesReached: number
  readonly kills: number
  readonly fewestKills: number
  readonly reclaimed: number
  readonly poisoned: number
  readonly workersEnded: number
}

const workers = 3
const sites = 500
const traps = 20
const killsEach = 2
const places = ['website-analysis', 'prompt-forming', 'model-analysis', 'model answered']
/** A proof has 285 seconds for all of it. */
const patienceMs = 235_000
const token = 'token-of-the-proof'

/** Has several processes analyse many sites, and kills with -9 whoever is just inside of a stage. */
export async function siteReportsUnderKills(log: Log, signal: AbortSignal): Promise<SiteReportsResult> {
  log('starting a PostgreSQL, made-up sites, a model, and a canary where nobody must call')
  const server = await ProofServer.start()
  const canary = await startCanary()
  const sandbox = await startSandbox({ port: 0, web: { inside: canary.url } })
  const { url } = server
  const standIns = sandbox.urls.siteReports
  const app = siteReportsApp(standIns)
  const pawl = createPawl({ url, jobs: app.jobs, sources: app.sources ?? [], pipelines: app.pipelines ?? [] })
  const db = new pg.Pool({ connectionString: url, max: 8 })
  const book = new SiteReportsBook(url)
  const plan = new KillPlan(places, killsEach)
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./site-reports-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): SiteReportsWorkerArguments => ({ url, name, standIns }),
    onMessage(worker, message) {
      if (message.kind !== 'inside' || !worker.works || !plan.take(message.place)) return
      void fleet.replace(worker)
      log(`killed ${worker.name} with -9 inside of '${message.place}'`)
    },
  })
  try {
    await pawl.migrate()
    await migrateApp(url, app)
    makeTraps(sandbox)
    fleet.start()
    await until(() => fleet.working.length === workers, { signal, withinMs: patienceMs })
    const api = createServer({ pawl, db, token, apps: [app] })
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const address = { address: '127.0.0.1' }
      const answer = await api.fetch(new Request(`http://proof.test/api/site-reports${path}`, init), address)
      if (!answer.ok) throw new Error(`POST ${path} was answered with ${answer.status} ${await answer.text()}`)
    }
    await post('/bulk', { urls: addresses() })
    log(`${sites} sites were submitted in one go; ${traps} of them lead inside of the network`)
    const counted = await watch({ pawl, book, plan, fleet, log, signal, retry: (id) => post(`/${id}/retry`, {}) })
    await fleet.end()
    const { completed, failed, unfinished } = await book.ended()
    const model = await modelCalls(sandbox, book, pawl)
    return {
      ...{ sites, reports: completed, refused: failed, ...model },
      inTwoStages: counted.inTwoStages + (await book.stagesDoneTwice()),
      ...(await book.retries()),
      retriedByHand: counted.retriedByHand,
      stuck: unfinished,
      wrong: await book.wrong(),
      privateAddressesReached: canary.reached,
      ...{ kills: plan.kills, fewestKills: plan.fewest, reclaimed: fleet.reclaimed, poisoned: counted.poisoned },
      workersEnded: fleet.ended,
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close(), db.end(), sandbox.stop(), canary.stop()])
    await server.close()
  }
}

function addresses(): string[] {
  return Array.from({ length: sites }, (_, i) =>
    i % (sites / traps) === 0 ? `https://lure-${i}.example/` : `https://site-${i}.example/?utm_source=proof`,
  )
}

/** Sites that lead inside, in the ways there are. */
function makeTraps({ web }: Sandbox): void {
  const ways = [
    (inside: string) => redirect(inside),
    (inside: string) => redirect(inside.replace('127.0.0.1', 'localhost')),
    (inside: string) => redirect(inside.replace('127.0.0.1', '2130706433')),
    (inside: string) => redirect(inside.replace('127.0.0.1', '[::ffff:127.0.0.1]')),
    (inside: string) => html(`<!doctype html><title>x</title><meta http-equiv="refresh" content="0;url=${inside}">`),
  ]
  for (const [i, address] of addresses().entries()) {
    const { hostname } = new URL(address)
    if (!hostname.startsWith('lure-')) continue
    const way = ways[(i / (sites / traps)) % ways.length]!
    web.put(site(hostname, { about: 'leads inside', pages: { '/': ({ inside }) => way(inside) } }))
  }
}

type Watching = {
  readonly pawl: Pawl
  readonly book: SiteReportsBook
  readonly plan: KillPlan
  readonly fleet: WorkerFleet
  readonly log: Log
  readonly signal: AbortSignal
  /** Tries a report again, as a person does. */
  readonly retry: (id: number) => Promise<void>
}

/** Until all has ended: kills where the plan says, and looks whether anything is where it must not be. */
async function watch({ pawl, book, plan, fleet, log, signal, retry }: Watching) {
  let [inTwoStages, poisoned, retriedByHand, looks, isOver] = [0, 0, 0, 0, false]
  const killing = (async () => {
    // what submits is taken by the hundred, and after a kill one by one: the stages are to be killed, and all of them are to be there
    await until(async () => isOver || (await book.toSubmit()) === 0, { signal, withinMs: patienceMs })
    log('all are in a stage; now workers are killed')
    while (!plan.isDone && !isOver) {
      await until(() => isOver || fleet.working.length > 1, { signal, withinMs: patienceMs })
      await pause(Math.random() * 200, undefined, { signal })
      const before = plan.kills
      plan.armed = true
      await until(() => isOver || plan.kills > before, { signal, withinMs: patienceMs })
    }
    log(`nobody is killed any more, after ${plan.kills} kills`)
  })()
  killing.catch(() => {})
  const isDone = async () => {
    inTwoStages += await book.inTwoStages()
    // three workers that died with it make a dead letter of a stage, which chance did here: it is tried again
    const poison = await pawl.deadLetters.list({ reason: 'poison' })
    if (poison.length > 0) poisoned += (await pawl.deadLetters.replayMany(poison.map(({ id }) => id))).length
    // so do four workers that died with one report: it is past its retries
    for (const id of await book.pastRetries()) {
      await retry(id)
      retriedByHand++
    }
    const { unfinished, completed } = await book.ended()
    if (looks++ % 20 === 0) log(`${sites - unfinished} of ${sites} have ended`)
    return unfinished === 0 && completed > 0
  }
  await until(isDone, { signal, withinMs: patienceMs, everyMs: 500 })
  isOver = true
  await killing
  return { inTwoStages, poisoned, retriedByHand }
}

/** Answers of the model beyond the first, by report; and whether a worker died while it had that very job. */
async function modelCalls({ model }: Sandbox, book: SiteReportsBook, pawl: Pawl) {
  const bySite = new Map<string, number>()
  for (const { site } of model.calls) if (site !== null) bySite.set(site, (bySite.get(site) ?? 0) + 1)
  const doubled = [...bySite].filter(([, calls]) => calls > 1)
  const jobs = await book.modelJobs(doubled.map(([address]) => address))
  let unexplainedModelCalls = 0
  for (const [address, calls] of doubled) {
    const attempts = await Promise.all((jobs.get(address) ?? []).map((id) => pawl.attempts(id)))
    const crashes = attempts.flat().filter(({ outcome }) => outcome === 'crashed').length
    unexplainedModelCalls += Math.max(0, calls - 1 - crashes)
  }
  return { doubledModelCalls: doubled.reduce((sum, [, calls]) => sum + calls - 1, 0), unexplainedModelCalls }
}
