import type { DeadLetter } from 'pawl'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { readByName } from '../../read-by-name.ts'
import { clock } from '../../terminal/clock.ts'
import { printList } from '../../terminal/print-list.ts'
import type { Column } from '../../terminal/table.ts'
import { errorText } from '../as-text.ts'
import { choiceOf, choiceOptions } from './choice.ts'

const columns: readonly Column<DeadLetter>[] = [
  { head: 'JOB', cell: ({ id }) => id },
  { head: 'TYPE', cell: ({ type }) => type },
  { head: 'QUEUE', cell: ({ queue }) => queue },
  { head: 'REASON', cell: ({ reason }) => reason },
  { head: 'DIED', cell: ({ diedAt }) => clock(diedAt) },
  { head: 'FAILURES', cell: ({ failures }) => failures, right: true },
  { head: 'CRASHES', cell: ({ crashes }) => crashes, right: true },
  { head: 'ERROR', cell: ({ error }) => (error === null ? '' : (errorText({ ...error, stack: undefined }) ?? '')) },
]

export const list: Command = {
  name: 'list',
  summary: 'list dead letters, the newest first',
  options: [
    ...choiceOptions,
    { flags: '--limit <n>', text: 'so many; 100 when left out', kind: 'number' },
    { flags: '--before <job>', text: 'the page after: the last job of the page before' },
    { flags: '--json', text: 'print an array of dead letters' },
  ],
  examples: [['pawl dead list --type mail.send', 'what somebody has to decide on']],
  async run(context) {
    const { before, limit } = context.options as { before?: string; limit?: number }
    const filter = { ...choiceOf(context.options), ...(before === undefined ? {} : { before }), limit: limit ?? 100 }
    const letters = await readByName(context, (pawl) => pawl.deadLetters.list(filter))
    printList(context, columns, letters, { none: 'there is no dead letter' })
    if (letters.length === filter.limit && context.options.json !== true) {
      context.say(`more: the same with --before ${letters.at(-1)?.id}`)
    }
    return exitCode.done
  },
}
