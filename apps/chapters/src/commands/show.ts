import { type AppCommand, readId, readLimit, when } from '@pawl/app'
import { unknownSeries } from '../api/not-found.ts'
import { chapterName } from '../chapter/chapter-name.ts'
import { chaptersOfSeries, type ListedChapter } from '../tables/listed-chapters.ts'
import { findSeries, type ListedSource } from '../tables/listed-series.ts'
import { stateOf } from './state-of.ts'

export const showCommand: AppCommand = {
  name: 'show',
  readOnly: true,
  summary: 'a series, its sources and its newest chapters',
  args: ['<series>'],
  options: { '--limit <n>': 'so many chapters; 20 unless said otherwise' },
  examples: ['pawl chapters show 12'],
  async run({ db, args: [given], options, json, print, say, printList }) {
    const id = readId('series', given)
    const series = await findSeries(db, id)
    if (series === undefined) throw unknownSeries(id)
    const chapters = await chaptersOfSeries(db, id, undefined, readLimit(options.limit, 20))
    if (json) {
      print(JSON.stringify({ ...series, chapters }, null, 2))
      return 0
    }
    print(`${series.title} (series ${id}), latest chapter ${series.latestChapter ?? 'unknown'}\n`)
    printList<ListedSource>(
      [
        { head: 'SOURCE', cell: ({ source }) => source },
        { head: 'STATE', cell: stateOf },
        { head: 'CHECKED', cell: ({ lastCheckedAt }) => when(lastCheckedAt) },
        { head: 'NEXT', cell: ({ nextCheckAt }) => when(nextCheckAt) },
        { head: 'ADDRESS', cell: ({ url }) => url, spare: true },
      ],
      series.sources,
      { none: 'no source' },
    )
    for (const { source, lastError } of series.sources) if (lastError !== null) say(`${source}: ${lastError}`)
    print('')
    printList<ListedChapter>(
      [
        { head: 'ID', cell: ({ id: chapter }) => chapter, right: true },
        { head: 'CHAPTER', cell: chapterName },
        { head: 'FOUND', cell: ({ detectedAt }) => when(detectedAt) },
        { head: 'LANGUAGES', cell: ({ languages }) => languages.join(', '), spare: true },
      ],
      chapters,
      { none: 'no chapter yet' },
    )
    return 0
  },
}
