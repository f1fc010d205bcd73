import { type AppCommand, type AppCommandContext, readLimit, when } from '@pawl/app'
import { sourceNames } from '../api/source-names.ts'
import { chapterName } from '../chapter/chapter-name.ts'
import type { ListedChapter } from '../tables/listed-chapters.ts'
import { liveChapters } from '../tables/live-chapters.ts'
import { newChapters } from '../tables/new-chapters.ts'
import { readers } from '../tables/readers.ts'

const pollMs = 500

export const feedCommand: AppCommand = {
  name: 'feed',
  readOnly: true,
  summary: 'new chapters, the newest first; or as they come',
  options: {
    '--reader <name>': 'only what this reader follows',
    '--limit <n>': 'so many; 20 unless said otherwise. With --follow, until so many have come',
    '--follow': 'wait for those that come from now on',
  },
  examples: ['pawl chapters feed --reader ada', 'pawl chapters feed --follow'],
  async run(context) {
    const { db, options, printList } = context
    const reader = typeof options.reader === 'string' ? (await readers.getNamed(db, options.reader)).id : undefined
    if (options.follow === true) return follow(context, reader)
    const limit = readLimit(options.limit, 20)
    const { chapters } = await newChapters(db, { limit, ...(reader === undefined ? {} : { reader }) })
    printList<ListedChapter>(
      [
        { head: 'FOUND', cell: ({ detectedAt }) => when(detectedAt) },
        { head: 'SERIES', cell: ({ seriesTitle }) => seriesTitle },
        { head: 'CHAPTER', cell: chapterName },
        { head: 'SOURCE', cell: sourceNames },
        { head: 'ADDRESS', cell: ({ sources }) => sources[0]?.url ?? null, spare: true },
      ],
      chapters,
      { none: 'no new chapter yet', data: { chapters } },
    )
    return 0
  },
}

/** A line for each that comes, until there were enough or it is told to end. */
async function follow(
  { db, options, json, print, say }: AppCommandContext,
  reader: number | undefined,
): Promise<number> {
  const most = options.limit === undefined ? Number.POSITIVE_INFINITY : readLimit(options.limit, 20)
  const end = new AbortController()
  const feed = liveChapters(db, pollMs)
  const from = await feed.begin()
  say('waiting for new chapters; end with Ctrl-C')
  let count = 0
  // nobody else ends it: so that the process stays, which has nothing but a timer to wait for
  const stay = setInterval(() => {}, 60_000)
  try {
    for await (const { row: chapter } of feed.follow(from, reader, end.signal)) {
      print(json ? JSON.stringify(chapter) : lineOf(chapter))
      if (++count >= most) break
    }
  } finally {
    end.abort()
    clearInterval(stay)
  }
  return 0
}

function lineOf(chapter: ListedChapter): string {
  const { detectedAt, seriesTitle, sources } = chapter
  return [when(detectedAt), seriesTitle, chapterName(chapter), sourceNames(chapter), sources[0]?.url ?? '']
    .join('  ')
    .trimEnd()
}
