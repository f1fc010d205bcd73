import { type AppCommand, readId, readLimit } from '@pawl/app'
import { issueName } from '../api/issue-name.ts'
import { unknownSeries } from '../api/not-found.ts'
import { issuesOfSeries, type ListedIssue } from '../tables/listed-issues.ts'
import { findSeries } from '../tables/listed-series.ts'
import { readers } from '../tables/readers.ts'

export const showCommand: AppCommand = {
  name: 'show',
  readOnly: true,
  summary: 'a series and its issues in their order',
  args: ['<series>'],
  options: {
    '--reader <name>': 'with how far this reader has come',
    '--limit <n>': 'so many issues; 100 unless said otherwise',
  },
  examples: ['pawl comics show 12'],
  async run({ db, args: [given], options, json, print, printList }) {
    const id = readId('series', given)
    const reader = typeof options.reader === 'string' ? (await readers.getNamed(db, options.reader)).id : undefined
    const series = await findSeries(db, id, reader)
    if (series === undefined) throw unknownSeries(id)
    const issues = await issuesOfSeries(db, id, { limit: readLimit(options.limit, 100), reader })
    if (json) {
      print(JSON.stringify({ ...series, issues }, null, 2))
      return 0
    }
    const about = [series.publisher, series.year, series.libraryName].filter((each) => each !== null).join(', ')
    print(`${series.name} (${about}): ${series.issues} ${series.issues === 1 ? 'issue' : 'issues'}\n`)
    printList<ListedIssue>(
      [
        { head: 'ISSUE', cell: (issue) => issue.id, right: true },
        { head: 'NAME', cell: issueName },
        { head: 'PAGES', cell: ({ pages }) => pages, right: true },
        ...(reader === undefined ? [] : [{ head: 'READ', cell: readOf }]),
        { head: 'NOTE', cell: ({ warning }) => warning?.code ?? '' },
        { head: 'FILE', cell: ({ path }) => path, spare: true },
      ],
      issues,
      { none: 'no issue' },
    )
    return 0
  },
}

function readOf({ progress }: ListedIssue): string {
  if (progress === null) return ''
  return progress.completedAt === null ? `page ${progress.page}` : 'read'
}
