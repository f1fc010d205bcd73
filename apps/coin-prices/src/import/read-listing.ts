import { parseGrade } from '../coin/parse-grade.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { Listing, PriceType } from '../listing/listing.ts'
import { type DateOrder, readDay } from './cells/read-day.ts'
import { readAddress, readCount } from './cells/read-plain.ts'
import { readPriceType } from './cells/read-price-type.ts'
import type { PriceField } from './price-columns.ts'
import { readMoneyCells } from './read-money-cells.ts'
import type { Refusal } from './refusal.ts'
import { type FileColumns, type RowReader, rowReader } from './row-reader.ts'

export type ListingOptions = {
  /** The day of the import: no price is of a later day. As in 2026-03-01. */
  readonly today: string
  /** Of prices whose currency the file does not state. Default: they are refused. */
  readonly currency?: string | undefined
  /** Of rows that state none. Default: they are refused, because sold and asking prices are never mixed. */
  readonly priceType?: PriceType | undefined
  /** Default: a date that could be two days is refused. */
  readonly dateOrder?: DateOrder | undefined
}

const amounts = ['price', 'hammer', 'premium', 'shipping', 'tax'] as const

/** Reads one row as a price, or says all that is wrong with it. */
export function readListing(
  row: CsvRow,
  columns: FileColumns<PriceField>,
  options: ListingOptions,
): { readonly listing: Listing } | { readonly refusals: readonly Refusal[] } {
  const reader = rowReader(row, columns)
  const day = dayOf(reader, options)
  const priceType = reader.read('priceType', readPriceType) ?? options.priceType
  if (priceType === undefined && reader.text('priceType') === undefined) {
    reader.refuse('priceType', 'missing', 'a type: sold, ask, bid or guide; or one chosen for the file')
  }
  const { currency, cents } = readMoneyCells(reader, amounts, options.currency)
  const { hammer, premium, shipping, tax } = cents
  const priceCents = cents.price ?? (hammer === undefined ? undefined : hammer + (premium ?? 0))
  if (priceCents === undefined && reader.refusals.length === 0) reader.refuse('price', 'missing', 'a price')
  if (priceCents === 0) reader.refuse('price', 'no-amount', 'an amount above 0')
  const grade = reader.text('grade')
  const rest = {
    ...{ title: reader.text('title', 500) ?? '', url: reader.read('url', readAddress, 2_000) },
    ...{ externalId: reader.text('externalId'), certificate: reader.text('certificate', 50) },
    ...{ hammerCents: hammer, premiumCents: premium, shippingCents: shipping, taxCents: tax },
    ...{ grade: grade === undefined ? undefined : parseGrade(grade), quantity: reader.read('quantity', readCount) },
  }
  const isWhole = day !== undefined && priceType !== undefined && priceCents !== undefined && currency !== undefined
  if (!isWhole || reader.refusals.length > 0) return { refusals: reader.refusals }
  return { listing: { ...rest, day, priceType, price: { cents: priceCents, currency } } }
}

function dayOf(reader: RowReader<PriceField>, { today, dateOrder }: ListingOptions): string | undefined {
  if (reader.text('day') === undefined) reader.refuse('day', 'missing', 'the day of the price, as in 2026-03-01')
  const day = reader.read('day', (text) => readDay(text, dateOrder))
  if (day !== undefined && day > today) reader.refuse('day', 'out-of-range', `a day not after ${today}`)
  return day
}
