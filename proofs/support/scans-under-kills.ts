import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateApp } from '@pawl/app'
import { comicLibrary } from '@pawl/comic-library'
import { generateLibrary, libraryFaults } from '@pawl/sandbox'
import { createPawl, type Pawl, type PhasesDefinition } from 'pawl'
import pg from 'pg'
import type { Log } from '../proof.ts'
import { bundleWorker } from './bundle-worker.ts'
import { ComicsBook, differences, type Promises } from './comics-book.ts'
import type { ComicsWorkerArguments } from './comics-worker.ts'
import { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'
import type { WorkerProcess } from './worker-process.ts'

export type ScansResult = Promises & {
  readonly files: number
  readonly series: number
  readonly warnings: number
  readonly differences: number
  readonly kills: number
  readonly killsByPhase: Readonly<Record<string, number>>
  readonly scans: number
  readonly restarts: number
  readonly reclaimed: number
  readonly workersEnded: number
}

const wanted = { files: 3_000, series: 150 }
/** How often a scanner is killed in each phase, and how long after it has told that it is there, at the most: short phases are soon over. */
const plan = {
  discovery: { times: 12, withinMs: 400 },
  metadata: { times: 14, withinMs: 400 },
  series: { times: 4, withinMs: 40 },
  linking: { times: 6, withinMs: 80 },
  covers: { times: 14, withinMs: 400 },
}
const kills = Object.values(plan).reduce((sum, { times }) => sum + times, 0)
const workers = 3
const patienceMs = 240_000
/** No kill comes later, so that the last scan has the time to end on a slow machine. */
const killsForMs = 180_000
const source = fileURLToPath(new URL('./comics-worker.ts', import.meta.url))
const [scan] = comicLibrary().pipelines as [PhasesDefinition]

type Place = { readonly folder: string; readonly cache: string; readonly script: string }

/** Scans a generated library in peace, and again while the scanner is killed at random moments, and compares what is in the tables. */
export async function scansUnderKills(log: Log, signal: AbortSignal): Promise<ScansResult> {
  log('starting a PostgreSQL of my own')
  const server = await ProofServer.start()
  const base = await realpath(await mkdtemp(join(tmpdir(), 'pawl-proof-comics-')))
  const folder = join(base, 'comics')
  const script = await bundleWorker(source)
  try {
    const made = await generateLibrary(folder, { ...wanted, faults: libraryFaults })
    log(`a library of ${made.files} files in ${made.series} series, with ${libraryFaults.length} kinds of faults`)
    const place = { folder, cache: join(base, 'covers'), script }
    const peaceful = await inPeace(await database(server, 'peace'), place, log, signal)
    const rough = await underKills(
      await database(server, 'kills'),
      { ...place, cache: join(base, 'covers-2') },
      peaceful.state,
      log,
      signal,
    )
    return { ...peaceful.counts, ...rough }
  } finally {
    await rm(base, { recursive: true, force: true })
    await rm(script, { force: true })
    await server.close()
  }
}

async function database({ url }: ProofServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  // nobody kills PostgreSQL here; and where its disk is slow, heartbeats would come late, and scanners be given up that nobody killed
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

type Opened = { readonly pawl: Pawl; readonly book: ComicsBook }

async function withPawl<T>(url: string, run: (opened: Opened) => Promise<T>): Promise<T> {
  const pawl = createPawl({ url, jobs: [], pipelines: [scan] })
  const book = new ComicsBook(url)
  try {
    await pawl.migrate()
    await migrateApp(url, comicLibrary())
    return await run({ pawl, book })
  } finally {
    await Promise.allSettled([pawl.stop(), book.close()])
  }
}

/** One scanner whose disk lists folders from behind, and that nobody disturbs. */
function inPeace(url: string, { folder, cache, script }: Place, log: Log, signal: AbortSignal) {
  return withPawl(url, async ({ pawl, book }) => {
    const argument = (name: string): ComicsWorkerArguments => ({
      ...{ url, name, silenceMs: 60_000, cacheFolder: cache, parallel: 3, backwards: true },
    })
    const fleet = new WorkerFleet({ script, size: 1, argument })
    try {
      fleet.start()
      const library = await book.begin(folder)
      await pawl.pipelines.start(scan, library)
      await isDone(pawl, library, signal)
      log('scanned in peace, with folders listed from behind')
      return { state: await book.state(), counts: await book.counts() }
    } finally {
      await fleet.killAll()
    }
  })
}

/** Several scanners of which the one at work is killed, until it was so often enough; scanned anew as often as that takes. */
function underKills(
  url: string,
  { folder, cache, script }: Place,
  peaceful: ReadonlySet<string>,
  log: Log,
  signal: AbortSignal,
) {
  return withPawl(url, async ({ pawl, book }) => {
    const killsByPhase: Record<string, number> = {}
    /** Those that are about to be killed may still tell where they are. */
    const doomed = new Set<WorkerProcess>()
    const broken = { duplicateSeries: 0, emptySeries: 0, miscounted: 0, differences: 0 }
    let [killed, isArmed, scans, restarts] = [0, false, 0, 0]
    const note = async () => {
      for (const [name, count] of Object.entries(await book.promises())) broken[name as keyof Promises] += count
    }
    const fleet = new WorkerFleet({
      script,
      size: workers,
      argument: (name): ComicsWorkerArguments => ({
        ...{ url, name, silenceMs: 1_500, cacheFolder: cache, parallel: 6, backwards: false },
      }),
      onMessage(worker, message) {
        if (message.kind !== 'inside' || !isArmed || !worker.works || doomed.has(worker)) return
        const { times, withinMs } = plan[message.place as keyof typeof plan]
        const before = killsByPhase[message.place] ?? 0
        if (before >= times) return
        isArmed = false
        doomed.add(worker)
        killsByPhase[message.place] = before + 1
        setTimeout(() => {
          killed++
          log(`killed ${worker.name} with -9 inside of '${message.place}'`)
          void fleet.replace(worker).then(note)
        }, Math.random() * withinMs)
      },
    })
    try {
      fleet.start()
      const startedAt = performance.now()
      while (killed < kills && performance.now() < startedAt + killsForMs) {
        const library = await book.begin(folder)
        await pawl.pipelines.start(scan, library)
        const look = async () => {
          isArmed ||= killed < kills && fleet.working.length > 1 && performance.now() < startedAt + killsForMs
          const state = (await pawl.pipelines.get(scan, library))?.state
          // one that three workers died with, before it could write a batch, is started again as a person would
          if (state === 'failed') {
            await pawl.pipelines.start(scan, library)
            restarts++
          }
          return state === 'done'
        }
        if (!(await until(look, { signal, withinMs: patienceMs })))
          throw new Error(`no scan was done after ${killed} kills`)
        isArmed = false
        scans++
        await note()
        const differing = differences(peaceful, await book.state())
        for (const row of differing.slice(0, 5)) log(`differs: ${row.slice(0, 400)}`)
        broken.differences += differing.length
        log(`scan ${scans} is done after ${killed} kills in all, with ${differing.length} differences`)
      }
      await fleet.end()
      return {
        ...broken,
        kills: killed,
        killsByPhase,
        scans,
        restarts,
        reclaimed: fleet.reclaimed,
        workersEnded: fleet.ended,
      }
    } finally {
      await fleet.killAll()
    }
  })
}

async function isDone(pawl: Pawl, library: string, signal: AbortSignal): Promise<void> {
  const look = async () => (await pawl.pipelines.get(scan, library))?.state === 'done'
  if (!(await until(look, { signal, withinMs: patienceMs })))
    throw new Error(`the scan in peace was not done within ${patienceMs} ms`)
}
