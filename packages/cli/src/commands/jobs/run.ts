import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const run: Command = {
  name: 'run',
  summary: 'run jobs now that wait for a time or their retry, and failed ones again',
  args: ['<jobs...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl jobs run job_42 job_43', 'now, and not when their time has come']],
  run: (context) =>
    eachOf(context, 'running', context.args, async (id) => {
      const started = await operate(context, { what: 'job.run-now', on: id }, (pawl) => pawl.runNow(id))
      return {
        text: started.id === id ? `${id} runs now` : `${id} runs again as ${started.id}`,
        json: { job: id, ...started },
      }
    }),
}
