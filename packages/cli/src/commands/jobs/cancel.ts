import type { Cancellation } from 'pawl'
import { CliError } from '../../cli-error.ts'
import type { Command, CommandContext } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { operate } from '../../operate.ts'
import { Progress } from '../../terminal/progress.ts'
import { eachOf } from '../each-of.ts'

export const cancel: Command = {
  name: 'cancel',
  summary: 'cancel jobs, whether they wait or run; or all of a queue or a type that have not ended',
  args: ['[jobs...]'],
  options: [
    { flags: '--queue <name>', text: 'all of this queue' },
    { flags: '--type <type>', text: 'all of this type' },
    { flags: '--json', text: 'print what became of each, or how many' },
  ],
  examples: [
    ['pawl jobs cancel job_42', 'its handler is told to end'],
    ['pawl jobs cancel --queue mail', 'all of them'],
  ],
  run(context) {
    const { queue, type } = context.options
    const isMany = queue !== undefined || type !== undefined
    if (isMany === context.args.length > 0) {
      throw new CliError(exitCode.usage, 'pawl jobs cancel takes jobs, or --queue or --type, and not both')
    }
    return isMany ? cancelMany(context) : eachOf(context, 'cancelling', context.args, (id) => cancelOne(context, id))
  },
}

async function cancelOne(context: CommandContext, id: string) {
  const operation = { what: 'job.cancel', on: id }
  const { cancelled, state } = await operate(context, operation, async (pawl) => refuseEnded(id, await pawl.cancel(id)))
  return { text: `${id} is cancelled`, json: { job: id, cancelled, state } }
}

function refuseEnded(id: string, cancellation: Cancellation): Cancellation {
  const { cancelled, state } = cancellation
  if (state === 'unknown')
    throw new CliError(exitCode.notFound, `there is no job ${id}: pawl jobs list shows what there is`)
  if (!cancelled) throw new CliError(exitCode.failed, `${id} had ended before: it has ${state}`)
  return cancellation
}

async function cancelMany(context: CommandContext) {
  const { queue, type } = context.options as Readonly<Record<string, string>>
  const filter = { ...(queue === undefined ? {} : { queue }), ...(type === undefined ? {} : { type }) }
  const progress = new Progress(context.terminal, 'cancelling')
  const on = Object.entries(filter).map((pair) => pair.join(' '))
  const operation = { what: 'job.cancel-many', on: on.join(', '), details: filter }
  const cancelled = await operate(context, operation, (pawl) => pawl.cancelMany(filter)).finally(() => progress.end())
  context.print(context.options.json === true ? JSON.stringify({ cancelled }) : `${cancelled} jobs are cancelled`)
  return exitCode.done
}
