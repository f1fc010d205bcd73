import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateApp } from '@pawl/app'
import { comicLibrary } from '@pawl/comic-library'
import { createPawl, type Pawl, type PhasesDefinition } from 'pawl'
import type { BenchDatabase } from '../../servers/postgres-server.ts'
import type { Bench } from '../bench.ts'

export type ComicsBench = {
  readonly database: BenchDatabase
  readonly pawl: Pawl
  readonly scan: PhasesDefinition
  readonly library: string
}

/** The application on an empty database, in this process, with a library at this folder that was never scanned. */
export async function withComics<T>(
  bench: Bench,
  folder: string,
  run: (comics: ComicsBench) => Promise<T>,
): Promise<T> {
  const database = await bench.postgres.database()
  const cacheFolder = await mkdtemp(join(tmpdir(), 'pawl-bench-covers-'))
  const app = comicLibrary({ cacheFolder })
  const { jobs, pipelines = [], queues = {} } = app
  const pawl = createPawl({ url: database.url, jobs, pipelines, queues })
  try {
    await pawl.migrate()
    await migrateApp(database.url, app)
    const { rows } = await database.pool.query(
      `insert into comic_library.library (name, root) values ('bench', $1) returning id::text`,
      [folder],
    )
    await pawl.start()
    return await run({ database, pawl, scan: pipelines[0] as PhasesDefinition, library: rows[0].id })
  } finally {
    await pawl.stop({ graceMs: 0 })
    await database.alone()
    await database.drop()
    await rm(cacheFolder, { recursive: true, force: true })
  }
}
