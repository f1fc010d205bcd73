import { type AppCommand, readLimit } from '@pawl/app'
import { seriesKey } from '../names/series-key.ts'
import { type ListedSeries, listSeries } from '../tables/listed-series.ts'
import { readers } from '../tables/readers.ts'
import { findLibraries } from './find-libraries.ts'

export const listCommand: AppCommand = {
  name: 'list',
  readOnly: true,
  summary: 'series by name',
  options: {
    '--search <words>': 'whose names have these',
    '--library <name>': 'of this library',
    '--reader <name>': 'with how much of each this reader has read',
    '--limit <n>': 'so many; 100 unless said otherwise',
    '--after <name>': 'those after this name',
  },
  examples: ['pawl comics list --search batman', 'pawl comics list --library Manga --reader ada'],
  async run({ db, options, printList }) {
    const text = (option: string | boolean | undefined) => (typeof option === 'string' ? option : undefined)
    const { library, reader, search, after } = options
    const [of] = typeof library === 'string' ? await findLibraries(db, [library]) : []
    const who = typeof reader === 'string' ? await readers.getNamed(db, reader) : undefined
    const from = text(after)
    const series = await listSeries(db, {
      library: of?.id,
      reader: who?.id,
      part: typeof search === 'string' ? seriesKey(search) : undefined,
      after: from === undefined ? undefined : { nameKey: seriesKey(from), id: Number.MAX_SAFE_INTEGER },
      limit: readLimit(options.limit, 100),
    })
    printList<ListedSeries>(
      [
        { head: 'SERIES', cell: ({ id }) => id, right: true },
        { head: 'NAME', cell: ({ name }) => name },
        { head: 'ISSUES', cell: ({ issues }) => issues, right: true },
        ...(who === undefined ? [] : [{ head: 'READ', cell: readOf, right: true }]),
        { head: 'YEAR', cell: ({ year }) => year, right: true },
        { head: 'PUBLISHER', cell: ({ publisher }) => publisher, spare: true },
        { head: 'LIBRARY', cell: ({ libraryName }) => libraryName, spare: true },
      ],
      series,
      { none: 'no series; pawl comics scan finds those of a library', data: { series } },
    )
    return 0
  },
}

const readOf = ({ reading }: ListedSeries): number => reading?.read ?? 0
