import { type AppCommand, ProblemError, readId } from '@pawl/app'
import { notFollowed, unknownChapter } from '../api/not-found.ts'
import { markRead, readThrough } from '../tables/library.ts'
import { readers } from '../tables/readers.ts'

export const readCommand: AppCommand = {
  name: 'read',
  summary: 'mark what a reader has read: of a series through a number, or one chapter',
  args: ['<reader>', '[series]', '[number]'],
  options: { '--chapter <id>': 'this one alone, by its id' },
  examples: ['pawl chapters read ada 12 45.5', 'pawl chapters read ada --chapter 4711'],
  async run({ db, args: [name = '', series, number], options, json, print, say }) {
    const { id } = await readers.getNamed(db, name)
    if (typeof options.chapter === 'string') {
      const chapter = readId('chapter', options.chapter)
      if (!(await markRead(db, id, chapter))) throw unknownChapter(chapter)
      say(`${name} has read chapter ${chapter}`)
    } else {
      const of = readId('series', series)
      const { chapterNumber } = await import('../api/inputs.ts')
      const through = chapterNumber.safeParse(number)
      if (!through.success)
        throw new ProblemError(400, 'invalid-number', `expected a number, as in 45.5; got '${number ?? ''}'`)
      if (!(await readThrough(db, id, of, through.data))) throw notFollowed(of)
      say(`${name} has read series ${of} through ${through.data}`)
    }
    if (json) print(JSON.stringify({ done: true }))
    return 0
  },
}
