import type { Tx } from 'pawl'
import type { ListedChapter } from '../tables/listed-chapters.ts'
import { chaptersBetween, snapshotNow } from '../tables/live-chapters.ts'
import { type LivePlace, readPlace } from './live-place.ts'
import type { NewChapterWatch } from './new-chapter-watch.ts'

export type LiveChapter = { readonly chapter: ListedChapter; readonly place: LivePlace }

export type Following = {
  readonly db: Tx
  readonly watch: NewChapterWatch
  /** Only what this reader follows, in their languages. */
  readonly reader?: number | undefined
  readonly gone: AbortSignal
}

/** So many are held at once, however many there are. */
const batch = 200

/** Where the feed stands now. */
export async function placeNow(db: Tx): Promise<LivePlace> {
  const now = await snapshotNow(db)
  return { since: now, until: now, after: 0, at: seconds() }
}

/** The place that a text stands for; undefined when nobody can go on from there. */
export async function placeOf(db: Tx, text: string): Promise<LivePlace | undefined> {
  const place = readPlace(text, Date.now())
  if (place === undefined) return undefined
  return chaptersBetween(db, place, undefined, 0).then(
    () => place,
    (error) => {
      // it looks like a snapshot and is none
      if (error.code === '22P02') return undefined
      throw error
    },
  )
}

/**
 * New chapters as they come, each once, from a place on: between two snapshots in order, then between the later one and the next. So a
 * chapter whose transaction commits late comes late, and does not go missing.
 */
export async function* followChapters(following: Following, from: LivePlace): AsyncGenerator<LiveChapter> {
  const { db, watch, gone } = following
  await watch.attach(gone)
  let place = from
  yield* rest(following, place)
  while (!gone.aborted) {
    const { turn } = watch
    place = { since: place.until, until: await snapshotNow(db), after: 0, at: seconds() }
    yield* rest(following, place)
    await watch.changed(turn, gone)
  }
}

/** What is left of the chapters between two snapshots. */
async function* rest({ db, reader, gone }: Following, from: LivePlace): AsyncGenerator<LiveChapter> {
  let place = from
  for (;;) {
    const chapters = await chaptersBetween(db, place, reader, batch)
    for (const chapter of chapters) {
      if (gone.aborted) return
      place = { ...place, after: chapter.id, at: seconds() }
      yield { chapter, place }
    }
    if (chapters.length < batch) return
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}
