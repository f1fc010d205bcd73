import { CliError } from '../../cli-error.ts'
import type { Command, CommandContext } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'
import { choiceOptions } from './choice.ts'
import { forAllChosen } from './for-all-chosen.ts'
import { isAll } from './is-all.ts'

export const discard: Command = {
  name: 'discard',
  summary: 'take dead letters out of sight; they stay on record',
  args: ['[jobs...]'],
  options: [
    { flags: '--all', text: 'all that the options below choose' },
    ...choiceOptions,
    { flags: '--json', text: 'print what became of each, or how many' },
  ],
  examples: [
    ['pawl dead discard job_42', 'nobody needs it any more'],
    ['pawl dead discard --all --reason expired', 'their time is over'],
  ],
  run(context) {
    if (isAll(context, 'discard')) return discardAll(context)
    return eachOf(context, 'discarding', context.args, async (id) => {
      await operate(context, { what: 'dead-letter.discard', on: id }, async (pawl) => {
        if ((await pawl.deadLetters.discard([id])).length > 0) return
        const reason = 'it may have been replayed or discarded before'
        throw new CliError(exitCode.notFound, `there is no dead letter ${id} to discard: ${reason}`)
      })
      return { text: `${id} is discarded`, json: { dead: id, discarded: true } }
    })
  },
}

async function discardAll(context: CommandContext): Promise<number> {
  const pawl = await context.pawl()
  const discarded = await forAllChosen(context, pawl, 'discarding', async (ids) => {
    const operation = { what: 'dead-letter.discard', on: `${ids.length} dead letters`, details: { ids } }
    return (await operate(context, operation, () => pawl.deadLetters.discard(ids))).length
  })
  const text = `${discarded} dead letters are discarded`
  context.print(context.options.json === true ? JSON.stringify({ discarded }) : text)
  return exitCode.done
}
