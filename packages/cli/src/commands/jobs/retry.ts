import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const retry: Command = {
  name: 'retry',
  summary: 'run jobs now that wait for their retry, and those that have failed again',
  args: ['<jobs...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl jobs retry job_42 job_43', 'now, and not when their backoff is over']],
  run: (context) =>
    eachOf(context, 'retrying', context.args, async (id) => {
      const retried = await operate(context, { what: 'job.retry', on: id }, (pawl) => pawl.retry(id))
      return {
        text: retried.id === id ? `${id} runs now` : `${id} runs again as ${retried.id}`,
        json: { job: id, ...retried },
      }
    }),
}
