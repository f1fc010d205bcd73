import { type AppCommand, readId, readLimit, when } from '@pawl/app'
import { type ListedSeries, listSeries } from '../tables/listed-series.ts'
import { stateOf } from './state-of.ts'

export const listCommand: AppCommand = {
  name: 'list',
  readOnly: true,
  summary: 'series, the newest first',
  options: { '--limit <n>': 'so many; 50 unless said otherwise', '--before <series>': 'those before this one' },
  examples: ['pawl chapters list --limit 20'],
  async run({ db, options, printList }) {
    const before = typeof options.before === 'string' ? readId('series', options.before) : undefined
    const series = await listSeries(db, before, readLimit(options.limit, 50))
    printList<ListedSeries>(
      [
        { head: 'SERIES', cell: ({ id }) => id, right: true },
        { head: 'TITLE', cell: ({ title }) => title },
        { head: 'LATEST', cell: ({ latestChapter }) => latestChapter, right: true },
        { head: 'SINCE', cell: ({ lastChapterAt }) => when(lastChapterAt), spare: true },
        { head: 'SOURCES', cell: ({ sources }) => sources.map(({ source }) => source).join(', '), spare: true },
        { head: 'STATE', cell: ({ sources }) => [...new Set(sources.map(stateOf))].join(', ') },
      ],
      series,
      { none: 'no series yet; pawl chapters add <url> follows one', data: { series } },
    )
    return 0
  },
}
