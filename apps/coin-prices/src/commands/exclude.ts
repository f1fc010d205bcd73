import { type AppCommand, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { changeExclusion } from '../api/exclude-point.ts'

export const excludeCommand = (api: ApiOptions): AppCommand => ({
  name: 'exclude',
  summary: 'leave a price out of the value of its coin, or take it in again',
  args: ['<coin>', '<point>'],
  options: { '--undo': 'take it in again' },
  examples: ['pawl coins exclude 12 4711', 'pawl coins exclude 12 4711 --undo'],
  async run(context) {
    const { args, options, json, print, say } = context
    const [coin, point] = [readId('coin', args[0]), readId('price point', args[1])]
    const isExcluded = options.undo !== true
    await changeExclusion(context, api, { coin, point, isExcluded })
    if (json) print(JSON.stringify({ coin, point, isExcluded }))
    else say(`price ${point} ${isExcluded ? 'is left out' : 'counts again'}, and coin ${coin} will be valued`)
    return 0
  },
})
