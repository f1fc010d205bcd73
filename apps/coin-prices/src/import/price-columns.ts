import type { ColumnNames } from './column-mapping.ts'

/** What a column of a file with prices can hold. */
export type PriceField =
  | 'day'
  | 'price'
  | 'currency'
  | 'priceType'
  | 'title'
  | 'url'
  | 'externalId'
  | 'hammer'
  | 'premium'
  | 'shipping'
  | 'tax'
  | 'grade'
  | 'certificate'
  | 'quantity'

export const priceColumns: ColumnNames<PriceField> = {
  day: ['date', 'day', 'sale date', 'date sold', 'sold on', 'auction date', 'date of sale', 'datum'],
  price: [
    'price',
    'total',
    'price realized',
    'realized price',
    'price realised',
    'sold price',
    'sale price',
    'amount',
    'preis',
  ],
  currency: ['currency', 'currency code', 'währung'],
  priceType: ['type', 'price type', 'kind'],
  title: ['title', 'description', 'lot title', 'item', 'name', 'titel'],
  url: ['url', 'link', 'address', 'web page'],
  externalId: ['id', 'external id', 'lot', 'lot number', 'item id', 'listing id'],
  hammer: ['hammer', 'hammer price'],
  premium: ['premium', 'buyer s premium', 'buyers premium', 'bp'],
  shipping: ['shipping', 'shipping cost', 'postage'],
  tax: ['tax', 'sales tax', 'vat'],
  grade: ['grade'],
  certificate: ['certificate', 'cert', 'cert number', 'certificate number', 'certification number'],
  quantity: ['quantity', 'qty'],
}

export const priceFields = Object.keys(priceColumns) as readonly PriceField[]
