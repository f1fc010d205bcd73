import type { Series, Upload } from '@pawl/sandbox'
import pg from 'pg'

export type ChaptersTally = {
  /** Rows beyond those that were published: of chapters, of chapters at a source, of uploads. */
  readonly duplicates: number
  /** Uploads that are not known, and chapters. */
  readonly missing: number
  readonly chapters: number
  readonly notifications: number
  /** Readers who were told twice of a chapter, or of one that was there before they could be. */
  readonly doubledNotifications: number
  /** Readers who were not told. */
  readonly missedNotifications: number
  readonly latestWrong: number
}

/** The tables of the application, as the proof fills them and counts in them. */
export class ChaptersBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=chapters,public' })
    this.#pool.on('error', () => {})
  }

  /** Series, each at two sources, and readers, each of whom follows so many of them. */
  async fill(series: readonly Series[], readers: number, follows: number): Promise<void> {
    const rows = series.map(({ title, ids }) => ({ title, mangadex: ids.mangadex, mangapark: ids.mangapark }))
    await this.#pool.query(
      `with given as (select * from jsonb_to_recordset($1::jsonb) as g (title text, mangadex text, mangapark text)),
            made as (insert into series (title) select title from given returning id, title)
       insert into series_source (series_id, source_name, source_id, source_url)
       select made.id, at.name, at.id, '-'
         from made join given using (title), lateral (values ('mangadex', mangadex), ('mangapark', mangapark)) as at (name, id)`,
      [JSON.stringify(rows)],
    )
    await this.#pool.query(
      `with r as (insert into reader (name) select 'reader ' || i from generate_series(1, $1::int) i returning id),
            s as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all_of_them from series)
       insert into library_entry (reader_id, series_id)
       select r.id, s.id from r join s on (s.n - r.id * 7) % s.all_of_them between 0 and $2::int - 1
           or (s.n - r.id * 7) % s.all_of_them between -s.all_of_them and -s.all_of_them + $2::int - 1`,
      [readers, follows],
    )
  }

  async imported(): Promise<number> {
    return this.#count('select count(*)::int as n from series_source where last_success_at is not null')
  }

  async releases(): Promise<number> {
    return this.#count('select count(*)::int as n from release')
  }

  /** Compares with what the services have published: before the last import, and after it. */
  async tally(backlog: readonly Upload[], published: readonly Upload[]): Promise<ChaptersTally> {
    const uploads = [...backlog, ...published].map((upload) => asRow(upload))
    const news = new Set(published.map(({ series, number }) => `${series.title} ${number}`))
    await this.#pool.query(
      'create table if not exists expected (title text, number numeric, source text, id text, is_new boolean)',
    )
    await this.#pool.query('truncate expected')
    await this.#pool.query(
      `insert into expected select * from jsonb_to_recordset($1::jsonb) as u (title text, number numeric, source text, id text, is_new boolean)`,
      [JSON.stringify(uploads.map((row) => ({ ...row, is_new: news.has(`${row.title} ${row.number}`) })))],
    )
    const count = (text: string) => this.#count(`with ${views} select count(*)::int as n from (${text}) counted`)
    return {
      chapters: await count(
        'select from chapter join (select distinct title, number from expected where is_new) e using (title, number)',
      ),
      duplicates:
        (await count('select title, number from chapter except all select distinct title, number from expected')) +
        (await count(
          'select title, number, source from event except all select distinct title, number, source from expected',
        )) +
        (await count(
          'select title, number, source, id from upload except all select title, number, source, id from expected',
        )),
      missing:
        (await count('select distinct title, number from expected except all select title, number from chapter')) +
        (await count(
          'select title, number, source, id from expected except all select title, number, source, id from upload',
        )),
      notifications: await this.#count('select count(*)::int as n from notification'),
      doubledNotifications: await count(
        'select reader_id, title, number from told except all select reader_id, title, number from owed',
      ),
      missedNotifications: await count(
        'select reader_id, title, number from owed except all select reader_id, title, number from told',
      ),
      latestWrong: await count(
        `select from series s join (select title, max(number) as latest from expected group by title) e using (title)
          where s.latest_chapter is distinct from e.latest`,
      ),
    }
  }

  async #count(text: string): Promise<number> {
    return (await this.#pool.query(text)).rows[0].n
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

const views = `
  chapter as (select s.title, c.chapter_number as number, c.id, s.id as series_id from logical_chapter c join series s on s.id = c.series_id),
  event as (select chapter.title, chapter.number, ss.source_name as source, cs.id from chapter_source cs
              join chapter on chapter.id = cs.chapter_id join series_source ss on ss.id = cs.series_source_id),
  upload as (select event.title, event.number, event.source, r.source_chapter_id as id from release r join event on event.id = r.chapter_source_id),
  told as (select n.reader_id, chapter.title, chapter.number from notification n join chapter on chapter.id = n.chapter_id),
  owed as (select le.reader_id, e.title, e.number from (select distinct title, number from expected where is_new) e
             join series s using (title) join library_entry le on le.series_id = s.id)`

function asRow({ series, number, service, id }: Upload) {
  return { title: series.title, number, source: service, id }
}
