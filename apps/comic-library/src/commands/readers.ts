import { type AppCommand, type AppCommandContext, ProblemError, when } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { readerName } from '../api/inputs.ts'
import { newReaderToken } from '../api/reader-token.ts'
import { addReader, listReaders, type Reader, removeReader, setReaderToken } from '../tables/readers.ts'
import { findReaderNamed } from './find-reader-named.ts'

type Action = (context: AppCommandContext, name: string, api: ApiOptions) => Promise<void>

const actions: Readonly<Record<string, Action>> = {
  async add(context, name, api) {
    const read = readerName.safeParse(name)
    if (!read.success) {
      throw new ProblemError(400, 'invalid-name', `${read.error.issues[0]?.message}; got '${name}'`)
    }
    const { token, hash } = newReaderToken()
    const added = await addReader(context.db, read.data, hash)
    if (added === undefined) throw new ProblemError(409, 'name-taken', `there is a reader ${name} already`)
    tell(context, added, token, api)
  },
  async token(context, name, api) {
    const { token, hash } = newReaderToken()
    const reader = await findReaderNamed(context.db, name)
    await setReaderToken(context.db, reader.id, hash)
    tell(context, reader, token, api)
  },
  async remove({ db, json, print, say }, name) {
    const { id } = await findReaderNamed(db, name)
    await removeReader(db, id)
    if (json) print(JSON.stringify({ id }))
    else say(`reader ${name} is gone`)
  },
}

export const readersCommand = (api: ApiOptions): AppCommand => ({
  name: 'readers',
  summary: 'all readers; or add, token or remove with a name',
  args: ['[action]', '[name]'],
  examples: ['pawl comics readers', 'pawl comics readers add ada'],
  async run(context) {
    const [action, name] = context.args
    if (action === undefined) {
      await list(context)
      return 0
    }
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (act === undefined || name === undefined) {
      const usage = `pawl comics readers ${Object.keys(actions).join('|')} <name>`
      const got = [action, name].filter(Boolean).join(' ')
      throw new ProblemError(400, 'invalid-action', `expected ${usage}; got '${got}'`)
    }
    await act(context, name, api)
    return 0
  },
})

async function list({ db, printList }: AppCommandContext): Promise<void> {
  const readers = await listReaders(db, undefined, 1_000)
  printList<Reader>(
    [
      { head: 'READER', cell: (reader) => reader.name },
      { head: 'ID', cell: ({ id }) => id, right: true },
      { head: 'APPS', cell: ({ hasToken }) => (hasToken ? 'yes' : 'no') },
      { head: 'SINCE', cell: ({ createdAt }) => when(createdAt), spare: true },
    ],
    readers,
    { none: 'no reader yet; pawl comics readers add <name>', data: { readers } },
  )
}

/** The token is not shown again. */
function tell({ json, print, say }: AppCommandContext, reader: Reader, token: string, { publicUrl }: ApiOptions): void {
  print(json ? JSON.stringify({ ...reader, hasToken: true, token }) : token)
  const base = `${publicUrl?.replace(/\/+$/, '') ?? 'http://YOUR-SERVER'}/api/comic-library/open`
  say(`the line above is the token of ${reader.name}'s reading apps, and is not shown again`)
  say(`in an app: ${base}/${token}/opds, or ${base}/opds with the name ${reader.name} and the token as the password`)
}
