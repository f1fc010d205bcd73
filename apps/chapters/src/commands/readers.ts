import { readersCommand as commandOf, type ReadersAction, readValue } from '@pawl/app'
import { readers } from '../tables/readers.ts'

const languages: ReadersAction = async ({ db, options, json, print, say }, name) => {
  const { id } = await readers.getNamed(db, name)
  const changed = await readers.change(db, id, { languages: await languagesOf(options.languages) })
  if (json) print(JSON.stringify(changed))
  else say(`${name} reads ${changed.languages.join(', ') || 'all languages'}`)
}

export const readersCommand = commandOf({
  command: 'chapters',
  readers,
  nameOf: async (typed) => readValue((await import('../api/inputs.ts')).readerName, typed),
  fieldsOf: async (options) => ({ languages: await languagesOf(options.languages) }),
  options: { '--languages <list>': 'what they read, as in en,pt-br; all when left out' },
  columns: [{ head: 'LANGUAGES', cell: ({ languages: list }) => list.join(', ') || 'all' }],
  actions: { languages },
  usageOf: (_, token) => `the feed of this reader is http://YOUR-SERVER/api/chapters/open/feeds/${token}.xml`,
})

async function languagesOf(text: string | boolean | undefined): Promise<readonly string[]> {
  if (typeof text !== 'string') return []
  const { languages: languageList } = await import('../api/inputs.ts')
  const typed = text.split(',').map((each) => each.trim().toLowerCase())
  return readValue(
    languageList,
    typed.filter((each) => each !== ''),
  )
}
