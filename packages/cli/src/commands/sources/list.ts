import type { SourceView } from 'pawl'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { printList } from '../../terminal/print-list.ts'
import { sourceColumns } from '../../views/source-columns.ts'

export const list: Command = {
  name: 'list',
  summary: 'list the outside services that jobs call: their state, limits, requests, last error',
  options: [
    { flags: '--limit <n>', text: 'at most this number, by name; all when left out', kind: 'number' },
    { flags: '--json', text: 'print an array of sources' },
  ],
  examples: [['pawl sources list', 'which of them is down']],
  async run(context) {
    const limit = context.options.limit as number | undefined
    const filter = limit === undefined ? {} : { limit }
    const sources: readonly SourceView[] = await (await context.pawl()).sources.list(filter)
    printList(context, sourceColumns(context.terminal.colours, Date.now()), sources, {
      none: 'no source has been declared yet: a worker does that when it starts',
    })
    return exitCode.done
  },
}
