import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const close: Command = {
  name: 'close',
  summary: 'close the circuit of a source at once, without waiting for a probe',
  args: ['<sources...>'],
  options: [{ flags: '--json', text: 'print an array of what became of each' }],
  examples: [['pawl sources close mangadex', 'it is back']],
  run: (context) =>
    eachOf(context, 'closing', context.args, async (source) => {
      await operate(context, { what: 'source.close', on: source }, (pawl) => pawl.sources.closeCircuit(source))
      return { text: `the circuit of ${source} is closed`, json: { source, circuit: 'closed' } }
    }),
}
