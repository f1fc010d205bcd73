import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const pause: Command = {
  name: 'pause',
  summary: 'let a schedule fire no more, on all workers',
  args: ['<schedules...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl schedules pause nightly', 'not tonight']],
  run: (context) =>
    eachOf(context, 'pause', context.args, async (schedule) => {
      await operate(context, { what: 'schedule.pause', on: schedule }, (pawl) => pawl.schedules.pause(schedule))
      return { text: `${schedule} is paused until it is resumed`, json: { schedule, paused: true } }
    }),
}
