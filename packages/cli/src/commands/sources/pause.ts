import type { Command } from '../../command.ts'
import { operate } from '../../operate.ts'
import { eachOf } from '../each-of.ts'

export const pause: Command = {
  name: 'pause',
  summary: 'let nobody call a source; its jobs wait in line and use no attempt',
  args: ['<sources...>'],
  options: [
    { flags: '--minutes <n>', text: 'for so long; until it is resumed when left out', kind: 'number' },
    { flags: '--json', text: 'print an array of what became of each' },
  ],
  examples: [['pawl sources pause mangadex --minutes 30', 'while they mend it']],
  run(context) {
    const minutes = context.options.minutes as number | undefined
    const options = minutes === undefined ? {} : { forMs: minutes * 60_000 }
    return eachOf(context, 'pausing', context.args, async (source) => {
      const operation = { what: 'source.pause', on: source, details: options }
      await operate(context, operation, (pawl) => pawl.sources.pause(source, options))
      const howLong =
        minutes === undefined ? 'until it is resumed' : `for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
      return { text: `${source} is paused ${howLong}`, json: { source, paused: true, ...options } }
    })
  },
}
