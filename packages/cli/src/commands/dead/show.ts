import { CliError } from '../../cli-error.ts'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { clock } from '../../terminal/clock.ts'
import { details } from '../../terminal/details.ts'
import { asText, errorText } from '../as-text.ts'
import { attemptLines } from '../attempt-lines.ts'

export const show: Command = {
  name: 'show',
  summary: 'show one dead letter: why it died, its body, and each of its attempts',
  args: ['<job>'],
  options: [{ flags: '--json', text: 'print the dead letter as an object, with its attempts' }],
  examples: [['pawl dead show job_42', 'before you replay or discard it']],
  async run({ args: [id = ''], options, print, pawl }) {
    const letter = await (await pawl()).deadLetters.show(id)
    if (letter === undefined) {
      throw new CliError(exitCode.notFound, `there is no dead letter ${id}: pawl dead list shows what there is`)
    }
    if (options.json === true) {
      print(JSON.stringify(letter, null, 2))
      return exitCode.done
    }
    const { endedAs, endedAt, replayedAs } = letter
    const fate = endedAs === null ? 'nobody has decided on it' : `${endedAs}${replayedAs ? ` as ${replayedAs}` : ''}`
    const lines = details([
      ['job', letter.id],
      ['type', letter.version === 1 ? letter.type : `${letter.type}, version ${letter.version}`],
      ['queue', letter.queue],
      ['died', `${clock(letter.diedAt)}, ${letter.reason}`],
      ['since', endedAt === null ? fate : `${fate} at ${clock(endedAt)}`],
      ['counted', `${letter.failures} failures, ${letter.crashes} crashes, ${letter.deferrals} deferrals`],
      ['created', clock(letter.createdAt)],
      ['replays', letter.replays],
      ['body', asText(letter.body)],
      ['error', errorText(letter.error)],
    ])
    for (const line of [...lines, '', ...attemptLines(letter.attempts)]) print(line)
    return exitCode.done
  },
}
