import type { IntakeStatus } from '../../coin/intake.ts'
import type { CellValue } from './cell-value.ts'

/** The words of this application, of OpenNumismat, and of lists that people keep. */
const words: Readonly<Record<string, IntakeStatus>> = {
  ...{ owned: 'owned', own: 'owned', have: 'owned', collection: 'owned', 'in collection': 'owned', bought: 'owned' },
  ...{ ordered: 'owned', sale: 'owned', 'for sale': 'owned', duplicate: 'owned', replacement: 'owned', swap: 'owned' },
  ...{ watched: 'watched', watch: 'watched', wish: 'watched', wishlist: 'watched', want: 'watched', wanted: 'watched' },
  ...{ missing: 'watched', bidding: 'watched', demo: 'watched', pass: 'watched' },
  sold: 'sold',
}

export function readStatus(text: string): CellValue<IntakeStatus> {
  const value = words[text.toLowerCase()]
  return value === undefined ? { reason: 'unknown-word', expected: 'owned, watched or sold' } : { value }
}
