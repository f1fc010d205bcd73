import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const resume: Command = {
  name: 'resume',
  summary: 'let a paused schedule go on with its next tick',
  args: ['<schedules...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl schedules resume nightly', 'from tomorrow on']],
  run: (context) =>
    eachOf(context, 'resume', context.args, async (schedule) => {
      await operate(context, { what: 'schedule.resume', on: schedule }, (pawl) => pawl.schedules.resume(schedule))
      return { text: `${schedule} goes on with its next tick`, json: { schedule, paused: false } }
    }),
}
