import type { PriceType } from '../../listing/listing.ts'
import type { CellValue } from './cell-value.ts'

const words: Readonly<Record<string, PriceType>> = {
  ...{
    sold: 'sold',
    sale: 'sold',
    realized: 'sold',
    realised: 'sold',
    auction: 'sold',
    hammer: 'sold',
    bought: 'sold',
  },
  ...{ ask: 'ask', asking: 'ask', offer: 'ask', listing: 'ask', 'buy it now': 'ask', 'for sale': 'ask', fixed: 'ask' },
  ...{ bid: 'bid', 'current bid': 'bid' },
  ...{
    guide: 'guide',
    'price guide': 'guide',
    catalogue: 'guide',
    catalog: 'guide',
    retail: 'guide',
    estimate: 'guide',
  },
}

export function readPriceType(text: string): CellValue<PriceType> {
  const value = words[text.toLowerCase().replace(/ (price|value)$/, '')] ?? words[text.toLowerCase()]
  return value === undefined ? { reason: 'unknown-word', expected: 'sold, ask, bid or guide' } : { value }
}
