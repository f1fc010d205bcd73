import { type AppCommand, readId } from '@pawl/app'
import { unknownIssue, unknownSeries } from '../api/not-found.ts'
import { readers } from '../tables/readers.ts'
import { clearProgress, markSeries, setProgress } from '../tables/reading.ts'

export const readCommand: AppCommand = {
  name: 'read',
  summary: 'mark what a reader has read: a series, or one issue up to a page',
  args: ['<reader>', '[series]'],
  options: {
    '--issue <id>': 'this one alone',
    '--page <n>': 'up to this page; all of it when left out',
    '--undo': 'they have not read it',
  },
  examples: ['pawl comics read ada 12', 'pawl comics read ada --issue 81 --page 7'],
  async run({ db, args: [name = '', typed], options, json, print, say }) {
    const { id: reader } = await readers.getNamed(db, name)
    const isUndone = options.undo === true
    if (typeof options.issue === 'string') {
      const issue = readId('issue', options.issue)
      const page = typeof options.page === 'string' ? readId('page', options.page) : undefined
      const change = page === undefined ? { page: Number.MAX_SAFE_INTEGER, completed: true } : { page }
      const done = isUndone ? await clearProgress(db, reader, issue) : await setProgress(db, reader, issue, change)
      if (!done) throw unknownIssue(issue)
      say(
        isUndone
          ? `${name} has not read issue ${issue}`
          : `${name} has read issue ${issue}${page ? ` to page ${page}` : ''}`,
      )
    } else {
      const series = readId('series', typed)
      if (!(await markSeries(db, reader, series, !isUndone))) throw unknownSeries(series)
      say(`${name} has read ${isUndone ? 'nothing' : 'all'} of series ${series}`)
    }
    if (json) print(JSON.stringify({ done: true }))
    return 0
  },
}
