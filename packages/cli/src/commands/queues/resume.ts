import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'
import { loadAppsOfQueue } from './load-apps-of-queue.ts'

export const resume: Command = {
  name: 'resume',
  summary: 'let a paused queue go on',
  args: ['<queues...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl queues resume mail', 'it is mended']],
  run: (context) =>
    eachOf(context, 'resume', context.args, async (queue) => {
      await loadAppsOfQueue(context, queue)
      await operate(context, { what: 'queue.resume', on: queue }, (pawl) => pawl.queues.resume(queue))
      return { text: `${queue} goes on`, json: { queue, paused: false } }
    }),
}
