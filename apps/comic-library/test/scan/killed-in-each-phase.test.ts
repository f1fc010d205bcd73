import { type ChildProcess, fork } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateLibrary } from '@pawl/sandbox'
import { createPawl, type PhasesDefinition } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { scanOf } from '../../src/api/scan-of.ts'
import { phaseNames } from '../../src/api/scan-phase-line.ts'
import { comicLibrary } from '../../src/index.ts'
import { appDatabase } from '../support/app-database.ts'
import { brokenPromises } from '../support/library-state.ts'
import type { MortalScannerArguments } from '../support/mortal-scanner.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const database = appDatabase()
const { sql } = database
const folder = temporaryFolder()
const root = join(folder.path, 'comics')
const killsFolder = join(folder.path, 'kills')
const program = fileURLToPath(new URL('../support/mortal-scanner.ts', import.meta.url))

/** Archives that are written, and shelves that hold links to all of them: 10,000 files, which the scan cannot tell from copies. */
const [series, archives, shelves] = [400, 2_000, 5]
const files = archives * shelves

async function fillLibrary(): Promise<string[]> {
  const first = join(root, 'Shelf 1')
  const page = { width: 8, height: 12 }
  await generateLibrary(first, { series, files: archives, page, cbrPercent: 0, cb7Percent: 0 })
  const paths = readdirSync(first, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.cbz'))
  for (let shelf = 2; shelf <= shelves; shelf++) {
    for (const folderOnShelf of new Set(paths.map(dirname)))
      mkdirSync(join(root, `Shelf ${shelf}`, folderOnShelf), { recursive: true })
    for (const path of paths) linkSync(join(first, path), join(root, `Shelf ${shelf}`, path))
  }
  return paths.flatMap((path) => Array.from({ length: shelves }, (_, shelf) => `Shelf ${shelf + 1}/${path}`))
}

/** How many files each series has: its name stands in the name of the folder, before the year. */
function countBySeries(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const name = /([^/]+) \(\d{4}\)\/[^/]+$/.exec(path)![1]!
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const signals: (string | null)[] = []
const workers = new Set<ChildProcess>()
let isOver = false

/** Two workers at any time: what one has left when it is killed, the other one goes on with. */
function startWorker(): void {
  const given: MortalScannerArguments = { url: database.url, cacheFolder: join(folder.path, 'covers'), killsFolder }
  const worker = fork(program, [JSON.stringify(given)], { execArgv: sourceArgs })
  workers.add(worker)
  worker.once('exit', (_, signal) => {
    workers.delete(worker)
    if (isOver) return
    signals.push(signal)
    startWorker()
  })
}

afterAll(() => {
  isOver = true
  for (const worker of workers) worker.kill('SIGKILL')
})

test(`a scan of ${files} files that is killed in each of its phases finds each file once, and counts all of it once`, async () => {
  const paths = await fillLibrary()
  mkdirSync(killsFolder)
  const [scan] = comicLibrary().pipelines as [PhasesDefinition]
  const pawl = createPawl({ url: database.url, jobs: [], pipelines: [scan], migrate: false })
  try {
    const [{ id }] = await sql(`insert into library (name, root) values ('comics', $1) returning id::int`, [root])
    const { job } = await pawl.pipelines.start(scan, String(id))
    startWorker()
    startWorker()
    await pawl.result(job, { timeoutMs: 280_000 })
    isOver = true

    expect(readdirSync(killsFolder).sort()).toEqual([...phaseNames].sort())
    expect(signals).toEqual(phaseNames.map(() => 'SIGKILL'))
    const expected = countBySeries(paths)
    expect(paths.length).toBe(files)
    expect(expected.size).toBe(series)
    const { phases } = (await scanOf({ pawl, db: database.pool }, { scan }, id))!
    const [{ from_comic_info: infos }] = await sql('select from_comic_info from scan')
    expect(phases.map(({ line }) => line)).toEqual([
      'Discovery complete: 10,000 files (10,000 new, 0 unchanged)',
      `Metadata complete: 10,000 files (${grouped(infos)} from ComicInfo, ${grouped(files - infos)} from folder names)`,
      'Series complete: 400 series (400 new, 0 existing)',
      'Linking complete: 10,000 files linked to 400 series',
      'Covers complete: 10,000 extracted',
    ])
    const found = await sql(`select relative_path as path from file where status = 'indexed' and cover = 'made'`)
    expect(found.map(({ path }) => path).sort()).toEqual(paths.sort())
    const counted = await sql('select name, file_count as files from series where deleted_at is null')
    expect(new Map(counted.map(({ name, files }) => [name, files]))).toEqual(expected)
    expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
  } finally {
    await pawl.stop({ graceMs: 0 })
  }
}, 300_000)

/** As people write it: 8,000. */
function grouped(count: number): string {
  return count.toLocaleString('en')
}
