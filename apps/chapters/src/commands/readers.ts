import { type AppCommand, type AppCommandContext, ProblemError, when } from '@pawl/app'
import { newFeedToken } from '../api/feed-token.ts'
import { languages as languageList, readerName } from '../api/inputs.ts'
import { addReader, changeReader, listReaders, type Reader, removeReader, setFeedToken } from '../tables/readers.ts'
import { findReaderNamed } from './find-reader-named.ts'

type Action = (context: AppCommandContext, name: string) => Promise<void>

const actions: Readonly<Record<string, Action>> = {
  async add({ db, options, json, print, say }, name) {
    const { token, hash } = newFeedToken()
    const given = { name: checked(readerName, name), languages: languagesOf(options.languages) ?? [] }
    const added = await addReader(db, given, hash)
    if (added === undefined) throw new ProblemError(409, 'name-taken', `there is a reader ${name} already`)
    print(json ? JSON.stringify({ ...added, feedToken: token }) : token)
    say(`reader ${name} is added; the line above is the token of their feed, and is not shown again`)
  },
  async token({ db, json, print, say }, name) {
    const { token, hash } = newFeedToken()
    const { id } = await findReaderNamed(db, name)
    await setFeedToken(db, id, hash)
    print(json ? JSON.stringify({ feedToken: token }) : token)
    say('the token of before leads nowhere any more; this one is not shown again')
  },
  async languages({ db, options, json, print, say }, name) {
    const { id } = await findReaderNamed(db, name)
    const changed = await changeReader(db, id, { languages: languagesOf(options.languages) ?? [] })
    if (json) print(JSON.stringify(changed))
    else say(`${name} reads ${changed?.languages.join(', ') || 'all languages'}`)
  },
  async remove({ db, json, print, say }, name) {
    const { id } = await findReaderNamed(db, name)
    await removeReader(db, id)
    if (json) print(JSON.stringify({ id }))
    else say(`reader ${name} is gone`)
  },
}

export const readersCommand: AppCommand = {
  name: 'readers',
  summary: 'all readers; or add, token, languages or remove with a name',
  args: ['[action]', '[name]'],
  options: { '--languages <list>': 'what they read, as in en,pt-br; all when left out' },
  examples: ['pawl chapters readers', 'pawl chapters readers add ada --languages en,de'],
  async run(context) {
    const {
      db,
      args: [action, name],
      printList,
    } = context
    if (action === undefined) {
      const readers = await listReaders(db, undefined, 1_000)
      printList<Reader>(
        [
          { head: 'READER', cell: (reader) => reader.name },
          { head: 'ID', cell: ({ id }) => id, right: true },
          { head: 'LANGUAGES', cell: ({ languages }) => languages.join(', ') || 'all' },
          { head: 'FEED', cell: ({ hasFeed }) => (hasFeed ? 'yes' : 'no') },
          { head: 'SINCE', cell: ({ createdAt }) => when(createdAt), spare: true },
        ],
        readers,
        { none: 'no reader yet; pawl chapters readers add <name>', data: { readers } },
      )
      return 0
    }
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (act === undefined || name === undefined) {
      const usage = `pawl chapters readers ${Object.keys(actions).join('|')} <name>`
      throw new ProblemError(
        400,
        'invalid-action',
        `expected ${usage}; got '${[action, name].filter(Boolean).join(' ')}'`,
      )
    }
    await act(context, name)
    return 0
  },
}

function languagesOf(text: string | boolean | undefined): readonly string[] | undefined {
  if (typeof text !== 'string') return undefined
  return checked(
    languageList,
    text
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => each !== ''),
  )
}

function checked<T>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: T } | { success: false; error: { issues: readonly { message: string }[] } }
  },
  value: unknown,
): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new ProblemError(400, 'invalid-value', `${read.error.issues[0]?.message}; got '${String(value)}'`)
}
