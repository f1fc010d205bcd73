import { CliError } from '../../cli-error.ts'
import type { Command, CommandContext } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'
import { choiceOptions } from './choice.ts'
import { forAllChosen } from './for-all-chosen.ts'
import { isAll } from './is-all.ts'

export const replay: Command = {
  name: 'replay',
  summary: 'run dead letters again, each as a new job',
  args: ['[jobs...]'],
  options: [
    { flags: '--all', text: 'all that the options below choose' },
    ...choiceOptions,
    { flags: '--body <json>', text: 'with another body; for one job, whose type must be in the configuration' },
    { flags: '--json', text: 'print what became of each, or how many' },
  ],
  needsApps: ({ body }) => (body === undefined ? [] : 'all'),
  examples: [
    ['pawl dead replay job_42', 'its bug is mended'],
    ['pawl dead replay --all --type mail.send', 'the mail server is back'],
  ],
  run(context) {
    if (isAll(context, 'replay')) return replayAll(context)
    const body = bodyOf(context)
    return eachOf(context, 'replaying', context.args, async (dead) => {
      const operation = { what: 'dead-letter.replay', on: dead }
      const { id } = await operate(context, operation, (pawl) => pawl.deadLetters.replay(dead, body))
      return { text: `${dead} runs again as ${id}`, json: { dead, id } }
    })
  },
}

async function replayAll(context: CommandContext): Promise<number> {
  if (context.options.body !== undefined) throw new CliError(exitCode.usage, '--body is for one job, and not for --all')
  const pawl = await context.pawl()
  const replayed = await forAllChosen(context, pawl, 'replaying', async (ids) => {
    const operation = { what: 'dead-letter.replay', on: `${ids.length} dead letters`, details: { ids } }
    return (await operate(context, operation, () => pawl.deadLetters.replayMany(ids))).length
  })
  context.print(context.options.json === true ? JSON.stringify({ replayed }) : `${replayed} dead letters run again`)
  return exitCode.done
}

function bodyOf({ args, options }: CommandContext): { readonly body?: unknown } {
  if (options.body === undefined) return {}
  if (args.length !== 1) throw new CliError(exitCode.usage, `--body is for one job; got ${args.length}`)
  try {
    return { body: JSON.parse(String(options.body)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(exitCode.usage, `--body must be JSON: ${reason}`)
  }
}
