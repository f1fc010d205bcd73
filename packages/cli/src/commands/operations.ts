import type { Operation } from 'pawl'
import type { CommandBody } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { clock } from '../terminal/clock.ts'
import { printList } from '../terminal/print-list.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<Operation>[] = [
  { head: 'AT', cell: ({ at }) => clock(at) },
  { head: 'WHO', cell: ({ who }) => who },
  { head: 'WHAT', cell: ({ what }) => what },
  { head: 'ON', cell: ({ on }) => on },
  { head: 'DETAILS', cell: ({ details }) => (details === null ? '' : JSON.stringify(details)) },
]

export const operations: CommandBody = {
  options: [
    { flags: '--limit <n>', text: 'so many; 50 when left out', kind: 'number' },
    { flags: '--after <cursor>', text: 'the page after: `next` of the page before' },
    { flags: '--json', text: 'print an object with `operations` and `next`' },
  ],
  examples: [['pawl operations', 'who has paused the queue']],
  async run(context) {
    const { limit, after } = context.options as { limit?: number; after?: string }
    const page = await (await context.pawl()).operations.list({
      ...(limit === undefined ? {} : { limit }),
      ...(after === undefined ? {} : { after }),
    })
    printList(context, columns, page.operations, { none: 'nobody has done anything yet', json: page })
    if (page.next !== null && context.options.json !== true) context.say(`more: the same with --after ${page.next}`)
    return exitCode.done
  },
}
