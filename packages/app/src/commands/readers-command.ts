import type { AppColumn, AppCommand, AppCommandContext } from '../app.ts'
import { inTransaction } from '../in-transaction.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { nameTaken, type Reader, type ReadersTable } from '../readers/readers-table.ts'
import { when } from './when.ts'

/** What a command does with the reader of a name. */
export type ReadersAction = (context: AppCommandContext, name: string) => Promise<void>

export type ReadersCommandOptions<Extra extends object> = {
  /** What the commands of the application are under: `comics` for `pawl comics readers`. */
  readonly command: string
  readonly readers: ReadersTable<Extra>
  /** Checks the name of a new reader and returns it. */
  readonly nameOf: (typed: string) => string | Promise<string>
  /** The fields of a new reader beside the name. */
  readonly fieldsOf: (options: AppCommandContext['options']) => Extra | Promise<Extra>
  readonly options?: Readonly<Record<string, string>>
  readonly columns?: readonly AppColumn<Reader<Extra>>[]
  /** Actions beside add, token and remove. */
  readonly actions?: Readonly<Record<string, ReadersAction>>
  /** A line for the person that has just got a token: what it opens. */
  readonly usageOf: (reader: Reader<Extra>, token: string) => string
}

/**
 * The command `readers`: lists, adds and removes readers, and gives them tokens.
 *
 * @example
 * ```ts
 * const readers = readersTable({ sql: sqlBeside(import.meta.url), hint: 'pawl letters readers shows all' })
 * const command = readersCommand({
 *   command: 'letters',
 *   readers,
 *   nameOf: (typed) => typed,
 *   fieldsOf: () => ({}),
 *   usageOf: (_, token) => `open http://localhost:8787/api/letters/open/${token}`,
 * })
 * console.log(command.name) // readers
 * ```
 */
export function readersCommand<Extra extends object>(options: ReadersCommandOptions<Extra>): AppCommand {
  const { command } = options
  const actions = { ...tokenActions(options), ...options.actions }
  const names = Object.keys(actions).join('|')
  return {
    name: 'readers',
    summary: `all readers; or ${names.replaceAll('|', ', ')} with a name`,
    args: ['[action]', '[name]'],
    ...(options.options === undefined ? {} : { options: options.options }),
    examples: [`pawl ${command} readers`, `pawl ${command} readers add ada`],
    async run(context) {
      const [action, name] = context.args
      if (action === undefined) await list(context, options)
      else {
        const act = Object.hasOwn(actions, action) ? actions[action] : undefined
        if (act === undefined || name === undefined) {
          const got = [action, name].filter(Boolean).join(' ')
          const message = `expected pawl ${command} readers ${names} <name>; got '${got}'`
          throw new ProblemError(400, 'invalid-action', message)
        }
        await act(context, name)
      }
      return 0
    },
  }
}

function tokenActions<Extra extends object>(
  options: ReadersCommandOptions<Extra>,
): Readonly<Record<string, ReadersAction>> {
  const { readers, nameOf, fieldsOf, usageOf } = options
  const show = (
    { json, print, say }: AppCommandContext,
    { reader, token }: { reader: Reader<Extra>; token: string },
  ) => {
    print(json ? JSON.stringify({ ...reader, token }) : token)
    say(`the line above is the token of ${reader.name}, and is not shown again`)
    say(usageOf(reader, token))
  }
  return {
    async add(context, typed) {
      const given = { ...(await fieldsOf(context.options)), name: await nameOf(typed) }
      const added = await inTransaction(context.db, async (tx) => {
        const reader = await readers.add(tx, given)
        return reader && readers.renewToken(tx, reader.id)
      })
      if (added === undefined) throw nameTaken(typed)
      show(context, added)
    },
    async token(context, name) {
      const { id } = await readers.getNamed(context.db, name)
      show(context, await readers.renewToken(context.db, id))
    },
    async remove({ db, json, print, say }, name) {
      const { id } = await readers.getNamed(db, name)
      await readers.remove(db, id)
      if (json) print(JSON.stringify({ id }))
      else say(`reader ${name} is removed`)
    },
  }
}

async function list<Extra extends object>(
  { db, printList }: AppCommandContext,
  { command, readers, columns = [] }: ReadersCommandOptions<Extra>,
): Promise<void> {
  const rows = await readers.list(db, undefined, 1_000)
  printList<Reader<Extra>>(
    [
      { head: 'READER', cell: ({ name }) => name },
      { head: 'ID', cell: ({ id }) => id, right: true },
      ...columns,
      { head: 'TOKEN', cell: ({ hasToken }) => (hasToken ? 'yes' : 'no') },
      { head: 'SINCE', cell: ({ createdAt }) => when(createdAt), spare: true },
    ],
    rows,
    { none: `no reader yet; pawl ${command} readers add <name>`, data: { readers: rows } },
  )
}
