import { type AppCommand, readId } from '@pawl/app'
import { unknownCoin } from '../api/not-found.ts'
import { removeCoin } from '../tables/change-coins.ts'

export const removeCommand: AppCommand = {
  name: 'remove',
  summary: 'remove a coin with its prices and valuations',
  args: ['<coin>'],
  examples: ['pawl coins remove 12'],
  async run({ db, args, json, print, say }) {
    const id = readId('coin', args[0])
    if (!(await removeCoin(db, id))) throw unknownCoin(id)
    if (json) print(JSON.stringify({ id }))
    else say(`coin ${id} is removed`)
    return 0
  },
}
