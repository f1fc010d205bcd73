import { migrateApp } from '@pawl/app'
import { type ChaptersOptions, chapters } from '@pawl/chapters'
import { createPawl, type Pawl } from 'pawl'
import type { BenchDatabase } from '../../servers/postgres-server.ts'
import type { Bench } from '../bench.ts'

export type ChaptersBench = {
  readonly database: BenchDatabase
  readonly pawl: Pawl
  /** Of the job that is named; the benchmark sees what everybody sees. */
  job(type: string): Parameters<Pawl['enqueue']>[0]
}

/** The application on an empty database, in this process. */
export async function withChapters<T>(
  bench: Bench,
  options: ChaptersOptions,
  run: (chapters: ChaptersBench) => Promise<T>,
): Promise<T> {
  const database = await bench.postgres.database()
  const app = chapters(options)
  const { jobs, sources = [], schedules = [], queues = {} } = app
  const pawl = createPawl({ url: database.url, jobs, sources, schedules, queues })
  try {
    await pawl.migrate()
    await migrateApp(database.url, app)
    return await run({ database, pawl, job: (type) => jobs.find((each) => each.type === type)! })
  } finally {
    await pawl.stop({ graceMs: 0 })
    await database.alone()
    await database.drop()
  }
}
