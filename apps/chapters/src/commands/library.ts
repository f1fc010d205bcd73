import { type AppCommand, readLimit, when } from '@pawl/app'
import { type LibraryEntry, listLibrary } from '../tables/library.ts'
import { readers } from '../tables/readers.ts'

export const libraryCommand: AppCommand = {
  name: 'library',
  readOnly: true,
  summary: 'what a reader follows, with how much of it is unread',
  args: ['<reader>'],
  options: { '--limit <n>': 'so many; 100 unless said otherwise' },
  examples: ['pawl chapters library ada'],
  async run({ db, args: [name = ''], options, printList }) {
    const { id } = await readers.getNamed(db, name)
    const entries = await listLibrary(db, id, undefined, readLimit(options.limit, 100))
    printList<LibraryEntry>(
      [
        { head: 'SERIES', cell: ({ seriesId }) => seriesId, right: true },
        { head: 'TITLE', cell: ({ title }) => title },
        { head: 'UNREAD', cell: ({ unread }) => unread, right: true },
        { head: 'READ', cell: ({ readThrough }) => readThrough, right: true },
        { head: 'LATEST', cell: ({ latestChapter }) => latestChapter, right: true },
        { head: 'SINCE', cell: ({ lastChapterAt }) => when(lastChapterAt), spare: true },
      ],
      entries,
      { none: `${name} follows nothing yet; pawl chapters add <url> --reader ${name}`, data: { entries } },
    )
    return 0
  },
}
