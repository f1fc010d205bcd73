import type { AppCommand } from '@pawl/app'
import { exportedCoins } from '../api/exported-coins.ts'
import { exportCoins } from '../export/export-coins.ts'
import { collectorOf } from './collector-of.ts'

export const exportCommand: AppCommand = {
  name: 'export',
  readOnly: true,
  summary: 'coins with values and gains as CSV, to be imported again or opened in a spreadsheet',
  options: { '--reader <name>': 'coins of this collector. Default: of all' },
  examples: ['pawl coins export > coins.csv', 'pawl coins export --reader ada > ada.csv'],
  async run(context) {
    const { db, json, print } = context
    const lines: string[] = []
    for await (const line of exportCoins(exportedCoins(db, await collectorOf(context)))) lines.push(line)
    const csv = lines.join('')
    print(json ? JSON.stringify({ csv }) : csv.replace(/\r\n$/, ''))
    return 0
  },
}
