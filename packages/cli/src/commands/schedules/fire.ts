import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const fire: Command = {
  name: 'fire',
  summary: 'fire a schedule of the configuration at once, whatever its ticks and pauses are',
  args: ['<schedules...>'],
  options: [{ flags: '--json', text: 'print an array of schedules and their jobs' }],
  needsApps: 'all',
  examples: [['pawl schedules fire nightly', 'without waiting for the night']],
  run: (context) =>
    eachOf(context, 'firing', context.args, async (schedule) => {
      const operation = { what: 'schedule.fire', on: schedule }
      const { ids } = await operate(context, operation, (pawl) => pawl.schedules.fire(schedule))
      const jobs = ids.length === 0 ? 'nothing was due' : ids.join(', ')
      return { text: `${schedule} has fired: ${jobs}`, json: { schedule, ids } }
    }),
}
