import { expect, test } from 'vitest'
import { type ImportedPrice, type ImportPricesOptions, importPrices } from '../../src/import/import-prices.ts'
import { dedupeKey } from '../../src/price-point/dedupe-key.ts'

async function rowsOf(file: string, options: Partial<ImportPricesOptions> = {}): Promise<readonly ImportedPrice[]> {
  const rows: ImportedPrice[] = []
  for await (const row of importPrices(inOne(file), { today: '2026-03-01', ...options })) rows.push(row)
  return rows
}

async function* inOne(file: string) {
  yield Buffer.from(file)
}

const listingsOf = (rows: readonly ImportedPrice[]) =>
  rows.flatMap((row) => (row.kind === 'price' ? [row.listing] : []))
const refusalsOf = (rows: readonly ImportedPrice[]) =>
  rows.flatMap((row) => (row.kind === 'refused' ? row.refusals : []))

test('prices are read with type, address, parts and grade', async () => {
  const rows = await rowsOf(
    'Date;Price;Currency;Type;Title;URL;Shipping;Grade\n' +
      '2026-02-01;1.250,50;EUR;sold;1881-S Morgan;https://example.org/a;4,90;PCGS MS65\n' +
      '01.02.2026;99;USD;asking price;;;;\n',
  )
  expect(refusalsOf(rows)).toEqual([])
  expect(listingsOf(rows)).toEqual([
    {
      ...{ day: '2026-02-01', price: { cents: 125_050, currency: 'EUR' }, priceType: 'sold', title: '1881-S Morgan' },
      ...{ url: 'https://example.org/a', shippingCents: 490, grade: { prefix: 'MS', number: 65, service: 'PCGS' } },
    },
    { day: '2026-02-01', price: { cents: 9_900, currency: 'USD' }, priceType: 'ask', title: '' },
  ])
})

test('a price is hammer and premium where it is not stated', async () => {
  const [listing] = listingsOf(
    await rowsOf('Date,Hammer price (GBP),Buyer’s premium (GBP)\n2026-01-02,100,20\n', { priceType: 'sold' }),
  )
  expect(listing).toMatchObject({ price: { cents: 12_000, currency: 'GBP' }, hammerCents: 10_000, premiumCents: 2_000 })
})

test.each([
  ['2026-03-02,5,USD,sold', 'Date', 'out-of-range'],
  [',5,USD,sold', 'Date', 'missing'],
  ['2026-02-30,5,USD,sold', 'Date', 'no-date'],
  ['2026-02-03,,USD,sold', 'Price', 'missing'],
  ['2026-02-03,0,USD,sold', 'Price', 'no-amount'],
  ['2026-02-03,free,USD,sold', 'Price', 'no-amount'],
  ['2026-02-03,5,,sold', 'Price', 'no-currency'],
  ['2026-02-03,5,USD,', 'Type', 'missing'],
  ['2026-02-03,5,USD,maybe', 'Type', 'unknown-word'],
])('%s is refused in column %s: %s', async (line, column, reason) => {
  expect(refusalsOf(await rowsOf(`Date,Price,Currency,Type\n${line}\n`))).toMatchObject([{ row: 2, column, reason }])
})

test('the same file twice has the same dedupe keys', async () => {
  const file = 'Date,Price,Currency,Type,Title\n2026-02-01,5,USD,sold,a\n2026-02-02,5,USD,sold,a\n'
  const keys = listingsOf(await rowsOf(file)).map(dedupeKey)
  expect(new Set(keys).size).toBe(2)
  expect(listingsOf(await rowsOf(file)).map(dedupeKey)).toEqual(keys)
})

test('a file without day or price is refused as a whole', async () => {
  await expect(rowsOf('Foo,Price\n1,2\n')).rejects.toThrow("expected columns for day and price; got 'Foo', 'Price'")
})
