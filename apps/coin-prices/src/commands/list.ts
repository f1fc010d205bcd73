import { type AppCommand, readId, readLimit, when } from '@pawl/app'
import { coinName } from '../coin/coin-name.ts'
import { costBasis } from '../collection/cost-basis.ts'
import { type ListedCoin, listCoins } from '../tables/listed-coins.ts'
import { collectorOf } from './collector-of.ts'
import { readChoice } from './read-choice.ts'
import { shownBand, shownFair, shownMoney } from './show-money.ts'

export const listCommand: AppCommand = {
  name: 'list',
  readOnly: true,
  summary: 'coins with what they are worth, in the order in which they were added',
  options: {
    '--reader <name>': 'coins of this collector. Default: of all',
    '--status <status>': 'owned, watched or sold. Default: all',
    '--limit <n>': 'at most so many coins. Default: 50',
    '--after <coin>': 'coins after this one',
  },
  examples: ['pawl coins list', 'pawl coins list --reader ada --status watched'],
  async run(context) {
    const { db, options, printList } = context
    const after = typeof options.after === 'string' ? readId('coin', options.after) : undefined
    const filter = {
      collector: await collectorOf(context),
      status: readChoice('--status', options.status, ['owned', 'watched', 'sold']),
      after,
    }
    const coins = await listCoins(db, { ...filter, limit: readLimit(options.limit, 50) })
    printList<ListedCoin>(
      [
        { head: 'COIN', cell: ({ id }) => id, right: true },
        { head: 'NAME', cell: ({ intake }) => coinName(intake) },
        { head: 'GRADE', cell: ({ intake }) => intake.grade ?? null },
        { head: 'STATUS', cell: ({ intake }) => intake.status },
        { head: 'VALUE', cell: shownFair, right: true },
        { head: 'BAND', cell: shownBand, right: true },
        { head: 'FROM', cell: ({ value }) => value.basis },
        { head: 'PRICES', cell: ({ value }) => value.pointsUsed, right: true },
        { head: 'COST', cell: ({ intake }) => shownMoney(costBasis(intake)), right: true, spare: true },
        { head: 'VALUED', cell: ({ value }) => when(value.valuedAt), spare: true },
      ],
      coins,
      { none: 'no coin; pawl coins add --help shows how one is added', data: { coins } },
    )
    return 0
  },
}
