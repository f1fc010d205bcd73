import { type AppCommand, readLimit } from '@pawl/app'
import { issueName } from '../api/issue-name.ts'
import { issuesBegun, issuesNext, type ListedIssue } from '../tables/listed-issues.ts'
import { readers } from '../tables/readers.ts'

export const readingCommand: AppCommand = {
  name: 'reading',
  readOnly: true,
  summary: 'what a reader has begun, and what comes next of each series',
  args: ['<reader>'],
  options: { '--limit <n>': 'so many of each; 20 unless said otherwise' },
  examples: ['pawl comics reading ada'],
  async run({ db, args: [name = ''], options, printList }) {
    const { id } = await readers.getNamed(db, name)
    const limit = readLimit(options.limit, 20)
    const [begun, next] = [await issuesBegun(db, id, limit), await issuesNext(db, id, limit)]
    printList<ListedIssue>(
      [
        { head: 'ISSUE', cell: (issue) => issue.id, right: true },
        { head: 'SERIES', cell: ({ seriesName }) => seriesName },
        { head: 'NAME', cell: issueName },
        { head: 'AT', cell: ({ progress, pages }) => (progress?.page ? `page ${progress.page} of ${pages}` : 'next') },
      ],
      [...begun, ...next],
      { none: `${name} has begun nothing yet`, data: { begun, next } },
    )
    return 0
  },
}
