import type { QueueView } from 'pawl'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { printList } from '../../terminal/print-list.ts'
import { queueColumns } from '../../views/queue-columns.ts'

export const list: Command = {
  name: 'list',
  summary: 'list all queues: what waits and runs, how old the oldest is, how many attempts end a minute',
  options: [{ flags: '--json', text: 'print an array of queues' }],
  examples: [['pawl queues list', 'where jobs pile up']],
  async run(context) {
    const queues: readonly QueueView[] = await (await context.pawl()).queues.list()
    printList(context, queueColumns(context.terminal.colours), queues, {
      none: 'there is no queue yet: the first job makes one',
    })
    return exitCode.done
  },
}
