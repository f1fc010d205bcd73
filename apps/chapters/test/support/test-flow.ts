import { createPawl, type JobDefinition, type JobView, type Pawl } from 'pawl'
import { runJob } from 'pawl/testing'
import { afterEach } from 'vitest'
import { type ChaptersOptions, chapters } from '../../src/index.ts'
import { makeSeries } from '../../src/tables/followed-series.ts'
import type { AppDatabase } from './app-database.ts'
import { MemorySource, memorySources } from './memory-source.ts'

const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The application on a database, with sources in memory, driven by hand. */
export class TestFlow {
  readonly database: AppDatabase
  readonly pawl: Pawl
  readonly source: MemorySource
  readonly other: MemorySource
  readonly jobs: { readonly poll: JobDefinition; readonly ingest: JobDefinition; readonly notify: JobDefinition }

  constructor(
    database: AppDatabase,
    options: ChaptersOptions = {},
    sources = [new MemorySource(), new MemorySource('other')],
  ) {
    this.database = database
    this.source = sources[0]!
    this.other = sources[1]!
    const app = chapters({ sources: memorySources(sources), ...options })
    const [poll, ingest, notify] = app.jobs
    this.jobs = { poll: poll!, ingest: ingest!, notify: notify! }
    this.pawl = createPawl({
      url: database.url,
      jobs: app.jobs,
      sources: app.sources ?? [],
      schedules: app.schedules ?? [],
      queues: app.queues ?? {},
      migrate: false,
      worker: { heartbeatMs: 200, pollMs: 50, slotCheckMs: 50 },
    })
    open.push(() => this.pawl.stop({ graceMs: 0 }))
  }

  /** Follows a series at a source and returns its ids. */
  async follow(sourceId: string, source = this.source): Promise<{ seriesId: number; seriesSourceId: number }> {
    if (!source.series.has(sourceId)) source.series.set(sourceId, [])
    const url = source.source.urlOf(sourceId)
    const ids = await makeSeries(this.database.pool, { title: sourceId, sourceName: source.name, sourceId, url })
    // tests poll by hand: the schedule is to leave it alone until they say so
    await this.database.sql(`update series_source set next_check_at = now() + interval '1 day' where id = $1`, [
      ids.seriesSourceId,
    ])
    return ids
  }

  /** Follows it and reads what it has, so that the next polls look for news. */
  async imported(sourceId: string, source = this.source): Promise<{ seriesId: number; seriesSourceId: number }> {
    const ids = await this.follow(sourceId, source)
    await this.poll(ids.seriesSourceId)
    return ids
  }

  /** Polls, and works until nothing is left to do. */
  async poll(seriesSourceId: number): Promise<JobView> {
    return runJob(this.pawl, this.jobs.poll, { seriesSourceId }, { source: this.source.name })
  }

  /** Polls and returns what the poll came to. */
  async pollResult(seriesSourceId: number): Promise<unknown> {
    const { id } = await this.poll(seriesSourceId)
    return this.pawl.result(id)
  }

  /** A reader who follows a series. */
  async reader(seriesId: number, languages: readonly string[] = []): Promise<number> {
    const name = `reader ${++readers}`
    const rows = await this.database.sql('insert into reader (name, languages) values ($1, $2) returning id', [
      name,
      languages,
    ])
    await this.database.sql('insert into library_entry (reader_id, series_id) values ($1, $2)', [rows[0].id, seriesId])
    return Number(rows[0].id)
  }

  /** The numbers of the chapters that a reader was told of, in order. */
  async toldOf(readerId: number): Promise<string[]> {
    const rows = await this.database.sql(
      `select coalesce(c.chapter_number::text, 'one-shot') as number from notification n join logical_chapter c on c.id = n.chapter_id
        where n.reader_id = $1 order by n.id`,
      [readerId],
    )
    return rows.map(({ number }) => number)
  }
}

let readers = 0
