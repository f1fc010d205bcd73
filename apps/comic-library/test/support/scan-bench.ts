import { beforeEach } from 'vitest'
import type { Archives } from '../../src/archive/archives.ts'
import { CoverCache } from '../../src/covers/cover-cache.ts'
import type { CoverCatalogue } from '../../src/covers/cover-catalogue.ts'
import { comicLibrarySettings } from '../../src/options.ts'
import { libraryScan } from '../../src/phases/library-scan.ts'
import type { ScanInput, ScanParts } from '../../src/scan/scan-parts.ts'
import { addLibrary, type NewLibrary } from '../../src/tables/libraries.ts'
import { findScan } from '../../src/tables/scans.ts'
import { appDatabase } from './app-database.ts'
import { passThrough } from './pass-through.ts'
import { plainArchives } from './plain-archives.ts'
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'

export type ScanOptions = {
  readonly input?: ScanInput
  readonly moment?: () => void
  readonly archives?: Archives
  readonly readFolder?: ScanParts['readFolder']
  readonly catalogue?: CoverCatalogue
}

let runs = 0

/** A library in a folder of its own, and scans of it without the engine. Each test begins with an empty folder and an empty record. */
export function scanBench(choices: Partial<NewLibrary> = {}) {
  const database = appDatabase()
  const folder: TemporaryFolder = temporaryFolder()
  const cache = temporaryFolder()
  const bench = {
    database,
    folder,
    id: '',
    root: `${folder.path}/comics`,
    covers: new CoverCache(cache.path, { width: 320, format: 'jpeg' }),
    write: (path: string, content: string | Uint8Array, atMs?: number) => folder.write(`comics/${path}`, content, atMs),
    move: (from: string, to: string) => folder.move(`comics/${from}`, `comics/${to}`),
    remove: (path: string) => folder.remove(`comics/${path}`),
    /** Begins the record anew: the folder stays. */
    async forget() {
      await database.sql('truncate library cascade')
      const given = { keepYearsApart: false, keepPublishersApart: false, watch: false, rescanEveryMs: null, ...choices }
      bench.id = String(await addLibrary(database.pool, { name: 'comics', root: bench.root, ...given }))
    },
    /** One scan from end to end. What it has counted. */
    async scan(options: ScanOptions = {}, run = ++runs) {
      const { archives = plainArchives(), readFolder, moment, input, catalogue } = options
      const settings = comicLibrarySettings({ cacheFolder: cache.path, covers: { catalogue } })
      const { covers } = bench
      const { phases } = libraryScan({ settings, archives, covers, readFolder })
      const { pool } = database
      await passThrough(phases, bench.id, { pool, run, input, ...(moment === undefined ? {} : { moment }) })
      return (await findScan(pool, run))!
    },
    nextRun: () => ++runs,
  }
  beforeEach(async () => {
    folder.remove('comics')
    folder.write('comics/.keep', '')
    await bench.forget()
  })
  return bench
}
