import { type ReadCsvOptions, readCsv } from '../csv/read-csv.ts'
import type { Listing } from '../listing/listing.ts'
import { type ChosenColumns, ColumnError, type ColumnMapping, guessColumns, withChosen } from './column-mapping.ts'
import { refusalOf, withoutEmptyEnd } from './import-coins.ts'
import { type PriceField, priceColumns, priceFields } from './price-columns.ts'
import { type ListingOptions, readListing } from './read-listing.ts'
import type { Refusal } from './refusal.ts'

export type ImportPricesOptions = ListingOptions &
  ReadCsvOptions & { readonly columns?: ChosenColumns<PriceField> | undefined }

export type PricePlan = {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping<PriceField>
  /** Columns that no field is read from. */
  readonly unused: readonly string[]
}

/** What an import finds, in the order of the file: first how its columns are read, then each row. */
export type ImportedPrice =
  | { readonly kind: 'plan'; readonly plan: PricePlan }
  | { readonly kind: 'price'; readonly row: number; readonly listing: Listing }
  | { readonly kind: 'refused'; readonly row: number; readonly refusals: readonly Refusal[] }

/**
 * Reads a file of prices, row after row. The same file twice gives the same listings, and their dedupe keys make them one price point.
 * Throws a `ColumnError` where the file has no rows, or no columns for day and price.
 */
export async function* importPrices(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportPricesOptions,
): AsyncGenerator<ImportedPrice> {
  let plan: PricePlan | undefined
  for await (const item of readCsv(bytes, options)) {
    if ('fault' in item) {
      yield { kind: 'refused', row: item.row, refusals: [refusalOf(item)] }
    } else if (plan === undefined) {
      plan = planPrices(withoutEmptyEnd(item), options.columns)
      yield { kind: 'plan', plan }
    } else {
      const read = readListing(item, plan, options)
      yield 'listing' in read
        ? { kind: 'price', row: item.row, listing: read.listing }
        : { kind: 'refused', row: item.row, refusals: read.refusals }
    }
  }
  if (plan === undefined) throw new ColumnError('expected a header and rows; the file has no text')
}

function planPrices(header: readonly string[], chosen: ChosenColumns<PriceField> = {}): PricePlan {
  const mapping = withChosen(guessColumns(header, priceColumns), chosen, { header, fields: priceFields })
  if (mapping.day === undefined || (mapping.price ?? mapping.hammer) === undefined) {
    const names = header.map((name) => `'${name}'`).join(', ')
    throw new ColumnError(`expected columns for day and price; got ${names}: choose them by name or number`)
  }
  const used = new Set<number>(Object.values(mapping))
  return { header, mapping, unused: header.filter((_, column) => !used.has(column)) }
}
