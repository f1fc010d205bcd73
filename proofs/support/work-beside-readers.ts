import { setTimeout as pause } from 'node:timers/promises'
import { createServer, serve } from '@pawl/server'
import { createPawl, type Pawl } from 'pawl'
import pg from 'pg'
import type { Log } from '../proof.ts'
import { measuredWork, siteJob, tickEveryMs } from './measured-work.ts'
import { ProofServer } from './proof-server.ts'
import type { ReadTally } from './reader-loops.ts'
import { startReaders } from './readers.ts'

const sites = 5_000
const readers = 200
const phaseMs = 30_000
const jobEveryMs = 50
const token = 'a-token-of-the-readers-proof'

export type Delays = {
  readonly jobs: number
  readonly jobP50Ms: number
  readonly jobP99Ms: number
  readonly ticks: number
  readonly missedTicks: number
  readonly slowestTickMs: number
  /** The longest that a background service was overdue. */
  readonly slowestServiceMs: number
}

export type BesideReaders = {
  readonly sites: number
  readonly readers: number
  readonly alone: Delays
  readonly beside: Delays
  readonly reads: ReadTally
}

/** Runs short jobs and a schedule alone, then beside readers in a loop, with server and worker in one process. */
export async function workBesideReaders(log: Log, signal: AbortSignal): Promise<BesideReaders> {
  log('starting a PostgreSQL of my own')
  const database = await ProofServer.start()
  const { url } = database
  const work = measuredWork()
  const pawl = createPawl({ url, jobs: [work.short, work.tick], schedules: [work.schedule] })
  const db = new pg.Pool({ connectionString: url })
  db.on('error', () => {})
  const server = createServer({ pawl, db, tokens: [{ token, role: 'read' }], rateLimit: false })
  const { url: at, close } = await serve(server, { port: 0, graceMs: 0 })
  try {
    await pawl.migrate()
    log(`submitting jobs for ${sites} sites`)
    await submitSites(url)
    await pawl.start()
    log(`a job every ${jobEveryMs} ms and a tick every ${tickEveryMs} ms, for ${phaseMs / 1000} s`)
    const alone = await measure(pawl, work, signal)
    log(`the same beside ${readers} readers in a loop`)
    const reading = startReaders({ url: at, token, readers })
    const beside = await measure(pawl, work, signal).finally(() => reading.end().catch(() => {}))
    return { sites, readers, alone, beside, reads: await reading.end() }
  } finally {
    await close()
    await pawl.stop({ graceMs: 0 })
    await db.end()
    await database.close()
  }
}

/** In a process without their handler: they wait, and their lanes are there to be counted. */
async function submitSites(url: string): Promise<void> {
  const submitter = createPawl({ url, jobs: [siteJob] })
  const bodies = Array.from({ length: sites }, (_, site) => ({ host: `site-${site}.example` }))
  await submitter.enqueueMany(siteJob, bodies)
  await submitter.stop()
}

async function measure(pawl: Pawl, work: ReturnType<typeof measuredWork>, signal: AbortSignal): Promise<Delays> {
  work.jobsMs.length = 0
  work.ticksMs.length = 0
  let slowestServiceMs = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < phaseMs) {
    await pawl.enqueue(work.short, { at: Date.now() })
    await pause(jobEveryMs, undefined, { signal })
    slowestServiceMs = Math.max(slowestServiceMs, ...pawl.services.map(({ lateMs }) => lateMs))
  }
  const elapsedMs = performance.now() - startedAt
  // those that were enqueued last
  await pause(1_000, undefined, { signal })
  const jobs = [...work.jobsMs].sort((a, b) => a - b)
  return {
    jobs: jobs.length,
    jobP50Ms: jobs[Math.floor(jobs.length / 2)] ?? Number.NaN,
    jobP99Ms: jobs[Math.floor(jobs.length * 0.99)] ?? Number.NaN,
    ticks: work.ticksMs.length,
    missedTicks: Math.max(0, Math.floor(elapsedMs / tickEveryMs) - work.ticksMs.length),
    slowestTickMs: Math.max(0, ...work.ticksMs),
    slowestServiceMs,
  }
}
