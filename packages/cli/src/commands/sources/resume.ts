import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const resume: Command = {
  name: 'resume',
  summary: 'end a pause, also one that the source has asked for',
  args: ['<sources...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl sources resume mangadex', 'it may be called again']],
  run: (context) =>
    eachOf(context, 'resuming', context.args, async (source) => {
      await operate(context, { what: 'source.resume', on: source }, (pawl) => pawl.sources.resume(source))
      return { text: `${source} may be called again`, json: { source, paused: false } }
    }),
}
