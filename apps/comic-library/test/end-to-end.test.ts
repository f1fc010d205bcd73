import { generateLibrary, libraryFaults } from '@pawl/sandbox'
import { createPawl, type PhasesDefinition } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comicLibrary } from '../src/index.ts'
import { appDatabase } from './support/app-database.ts'
import { brokenPromises, libraryState } from './support/library-state.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const database = appDatabase()
const { sql } = database
const folder = temporaryFolder()
const root = `${folder.path}/comics`
const files = 24

/** A process, as far as the database knows. */
function scanner(name: string) {
  const app = comicLibrary({
    cacheFolder: `${folder.path}/covers`,
    processes: 2,
    libraries: [{ folder: root, name: 'All kinds' }],
  })
  const { pipelines = [], schedules = [] } = app
  const pawl = createPawl({
    ...{ url: database.url, jobs: app.jobs, pipelines, schedules, migrate: false },
    worker: { name, pollMs: 50 },
  })
  return { app, pawl, scan: pipelines[0] as PhasesDefinition }
}

const scanners = [scanner('one'), scanner('two')]
const started: { stop(): Promise<void> }[] = []

beforeAll(() => generateLibrary(root, { series: 6, files, faults: libraryFaults }))
afterAll(async () => {
  for (const { pawl } of scanners) await pawl.stop({ graceMs: 0 })
  for (const each of started) await each.stop()
})

test('two scanners that start at once make one library and one scan of it, faults and all', async () => {
  const starts = scanners.map(({ app, pawl }) => app.start!({ pawl, db: database.pool }))
  started.push(...(await Promise.all(starts)))
  expect(await sql('select name, root from library')).toEqual([{ name: 'All kinds', root }])
  const [{ id }] = await sql('select id::text as id from library')
  // before anybody works: a scan that has ended by the time of the second call would be another one
  const asked = await Promise.all(scanners.map(({ pawl, scan }) => pawl.pipelines.start(scan, id)))
  expect(new Set(asked.map(({ job }) => job)).size).toBe(1)
  await Promise.all(scanners.map(({ pawl }) => pawl.start()))
  await scanners[0]!.pawl.result(asked[0]!.job)
  expect(await sql('select count(*)::int as n, status from file group by status')).toEqual([
    { n: files + libraryFaults.length, status: 'indexed' },
  ])
  expect(await brokenPromises(database)).toEqual({ duplicateSeries: 0, emptySeries: 0, miscounted: 0 })
  const [{ warned }] = await sql('select count(distinct warning_code)::int as warned from file_metadata')
  expect(warned).toBeGreaterThan(5)
  const [{ covered }] = await sql(`select count(*)::int as covered from file where cover = 'made'`)
  expect(covered).toBeGreaterThanOrEqual(files)
})

test('a second scan leaves everything as it is', async () => {
  const before = await libraryState(database)
  const [{ id }] = await sql('select id::text as id from library')
  const { pawl, scan } = scanners[1]!
  await pawl.result((await pawl.pipelines.start(scan, id)).job)
  expect(await libraryState(database)).toEqual(before)
  expect(await pawl.pipelines.failures(scan, id)).toEqual([])
})
