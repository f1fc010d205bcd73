import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'
import { loadAppsOfQueue } from './load-apps-of-queue.ts'

export const pause: Command = {
  name: 'pause',
  summary: 'let nothing of a queue start, on all workers; what runs goes on',
  args: ['<queues...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl queues pause mail', 'while the mail server is mended']],
  run: (context) =>
    eachOf(context, 'pause', context.args, async (queue) => {
      await loadAppsOfQueue(context, queue)
      await operate(context, { what: 'queue.pause', on: queue }, (pawl) => pawl.queues.pause(queue))
      return { text: `${queue} is paused until it is resumed`, json: { queue, paused: true } }
    }),
}
