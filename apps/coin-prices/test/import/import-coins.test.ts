import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../src/csv/write-csv.ts'
import { type ImportCoinsOptions, type ImportedRow, importCoins } from '../../src/import/import-coins.ts'

async function rowsOf(file: string | Buffer, options: ImportCoinsOptions = {}): Promise<readonly ImportedRow[]> {
  const rows: ImportedRow[] = []
  for await (const row of importCoins(chunksOf(Buffer.from(file)), options)) rows.push(row)
  return rows
}

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

const coinsOf = (rows: readonly ImportedRow[]) => rows.flatMap((row) => (row.kind === 'coin' ? [row.intake] : []))
const keysOf = (rows: readonly ImportedRow[]) => rows.flatMap((row) => (row.kind === 'coin' ? [row.importKey] : []))
const refusalsOf = (rows: readonly ImportedRow[]) => rows.flatMap((row) => (row.kind === 'refused' ? row.refusals : []))

test('a list that a person keeps is read by the usual names of its columns', async () => {
  const rows = await rowsOf(
    'Country,Denomination,Year,Mint,Grade,Price Paid,Purchase Date,Seller,Qty,Notes\n' +
      'United States,1 Cent,1909,S,VF-20,"$1,250.00",3/14/2024,Show,1,VDB\n' +
      'United States,Dollar,1881-S,,PCGS MS65,$180,Jan 5 2025,,,\n',
    { currency: 'USD', dateOrder: 'month-day' },
  )
  expect(rows[0]).toMatchObject({ kind: 'plan', plan: { preset: undefined, unused: ['Seller'] } })
  expect(coinsOf(rows)).toEqual([
    {
      ...{
        status: 'owned',
        issuer: 'United States',
        denomination: '1 Cent',
        year: 1909,
        mintMark: 'S',
        grade: 'VF-20',
      },
      ...{ paidCents: 125_000, currency: 'USD', boughtOn: '2024-03-14', quantity: 1, note: 'VDB' },
    },
    {
      ...{ status: 'owned', issuer: 'United States', denomination: 'Dollar', year: 1881, mintMark: 'S' },
      ...{ grade: 'PCGS MS65', paidCents: 18_000, currency: 'USD', boughtOn: '2025-01-05', quantity: 1 },
    },
  ])
})

test('an export of Numista is recognised: units, Gregorian years, and the currency in a title', async () => {
  const rows = await rowsOf(
    'Country,Issuer,Currency,Face value,Title,Type,Year,Gregorian year,Mintmark,Quantity,Grade,Estimate (USD),N# number,' +
      'Reference,Buying price (EUR),Acquisition date,Private comment\n' +
      'Egypt,Kingdom of Egypt,Millieme,5,5 Milliemes - Fuad I,Standard circulation coin,1352,1933,H,2,VF,1.40,1234,' +
      '"KM# 346, Schön# 55",3.50,2025-06-01,nice\n' +
      'France,France,Franc,1,1 Franc - Semeuse,Standard circulation coin,,,,1,XF,,5678,,,,\n' +
      'United States,United States,Dollar,1,1 Dollar,Banknote,2017,2017,,1,UNC,1.50,205430,,1.00,2024-12-24,\n',
  )
  expect(rows[0]).toMatchObject({ plan: { preset: 'numista', unused: ['Country', 'Year', 'Estimate (USD)'] } })
  expect(coinsOf(rows)).toEqual([
    {
      ...{ status: 'owned', issuer: 'Kingdom of Egypt', denomination: '5 Millieme', title: '5 Milliemes - Fuad I' },
      ...{ year: 1933, mintMark: 'H', quantity: 2, grade: 'VF', numistaNumber: '1234', kmNumber: '346' },
      ...{ paidCents: 350, currency: 'EUR', boughtOn: '2025-06-01', note: 'nice' },
    },
    {
      ...{ status: 'owned', issuer: 'France', denomination: '1 Franc', title: '1 Franc - Semeuse', quantity: 1 },
      ...{ grade: 'XF', numistaNumber: '5678' },
    },
  ])
  expect(refusalsOf(rows)).toMatchObject([{ row: 4, column: 'Type', reason: 'not-a-coin', got: 'Banknote' }])
})

test('an export of OpenNumismat is recognised: the second Date and Price are the sale, and totals have fees', async () => {
  const rows = await rowsOf(
    'Name;Value;Unit;Country;Year;Mint mark;Series;Subject;Status;Grade;1#;Date;Price;Paid;Seller;Place;Date;Price;Bailed;Buyer;' +
      'Note;Quantity\n' +
      'Ruble;1;Ruble;Russia;1924;;;Worker;Owned;XF;KM# Y90.1;2020-05-01;1 200,50;1 300,50;A;;;;;;;\n' +
      'Morgan;1.00;Dollar;USA;1881;S;Morgan;;Sold;AU;;2019-01-02;40;44;;;2021-02-03;60;55;B;gift;1\n' +
      'Wanted;5;Franc;France;1900;;;;Wish;;;;;;;;;;;;;\n',
    { currency: 'USD' },
  )
  expect(rows[0]).toMatchObject({ plan: { preset: 'opennumismat' } })
  expect(refusalsOf(rows)).toEqual([])
  expect(coinsOf(rows)).toMatchObject([
    { status: 'owned', denomination: '1 Ruble', paidCents: 120_050, paidFeesCents: 10_000, boughtOn: '2020-05-01' },
    {
      ...{ status: 'sold', denomination: '1 Dollar', paidCents: 4_000, paidFeesCents: 400, soldOn: '2021-02-03' },
      ...{ soldCents: 6_000, soldFeesCents: 500, mintMark: 'S', note: 'gift' },
    },
    { status: 'watched', title: 'Wanted' },
  ])
})

test('a person chooses columns by name, by number, or none, and a column that is called as another by its number', async () => {
  const file = 'What,Price,Price,Mint\nMorgan,10,20,Royal Mint\n'
  const [, coin] = await rowsOf(file, { currency: 'USD', columns: { title: 'what', paid: 3, mintMark: null } })
  expect(coin).toMatchObject({ intake: { title: 'Morgan', paidCents: 2_000 } })
  const columns = { title: 'what', paid: 'Price' }
  await expect(rowsOf(file, { columns })).rejects.toThrow("the columns 2 and 3 are both called 'Price'")
  await expect(rowsOf(file, { columns: { title: 'Nmae' } })).rejects.toThrow("got 'Nmae'")
  await expect(rowsOf(file, { columns: { title: 5 } })).rejects.toThrow('expected a column from 1 to 4; got 5')
  await expect(rowsOf('Foo,Bar\n1,2\n')).rejects.toThrow('expected a column for one of title')
  await expect(rowsOf(file, { preset: 'excel' })).rejects.toThrow("none, numista, opennumismat; got 'excel'")
  await expect(rowsOf('')).rejects.toThrow('the file has no text')
})

test('a file without any matched column names no field twice', async () => {
  const [plan] = await rowsOf('Title,Year,Title\nMorgan,1881,x\n')
  expect(plan).toMatchObject({ plan: { mapping: { title: 0, year: 1 }, unused: ['Title'] } })
})

test.each([
  ['Year', '18x1', 'no-number'],
  ['Year', '9999', 'out-of-range'],
  ['Year', '1878-1921', 'no-number'],
  ['Mint', 'Royal Mint', 'unknown-word'],
  ['Qty', '0', 'no-number'],
  ['Qty', '2.5', 'no-number'],
  ['Paid', 'ten', 'no-amount'],
  ['Paid', '-5', 'no-amount'],
  ['Paid', '€5', 'two-currencies', 'Sold for', '£5'],
  ['Currency', 'Taler', 'no-currency'],
  ['Bought on', '3/4/2024', 'ambiguous-date'],
  ['Bought on', '2024-02-30', 'no-date'],
  ['Bought on', 'soon', 'no-date'],
  ['Sold on', '2023-01-01', 'contradiction', 'Bought on', '2024-01-01'],
  ['Status', 'owned', 'contradiction', 'Sold for', '5'],
  ['Status', 'mine', 'unknown-word'],
  ['Mint', 'S', 'contradiction', 'Year', '1881-D'],
  ['Pictures', 'a.jpg', 'no-address'],
  ['Title', 'x'.repeat(501), 'too-long'],
  ['Title', 'a\0b', 'unreadable'],
  ['Numista', 'abc', 'no-number'],
])(
  '%s: %s is refused with its row and column: %s',
  async (column, cell, reason, other?: string, otherCell?: string) => {
    const columns = { Series: 'Morgan', [column]: cell, ...(other === undefined ? {} : { [other]: otherCell }) }
    const file = csvLine(Object.keys(columns)) + csvLine(Object.values(columns))
    const refusals = refusalsOf(await rowsOf(file, { currency: 'USD' }))
    expect(refusals).toMatchObject([{ row: 2, reason, got: expect.stringContaining(cell.slice(0, 50)) }])
    expect(refusals[0]?.column).toMatch(reason === 'two-currencies' ? /Paid/ : column)
    expect(refusals[0]?.expected).not.toBe('')
  },
)

test('all that is wrong with a row is said at once, and the rows beside it are read', async () => {
  const rows = await rowsOf('Title,Year,Qty,Paid\na,1881,1,5\nb,x,0,5\n,,,5\nc,1882,1,5,9\nd,1883,1,6\n', {
    currency: 'USD',
  })
  expect(coinsOf(rows).map(({ title }) => title)).toEqual(['a', 'd'])
  expect(refusalsOf(rows)).toMatchObject([
    { row: 3, column: 'Year', reason: 'no-number' },
    { row: 3, column: 'Qty', reason: 'no-number' },
    { row: 4, column: null, reason: 'missing' },
    { row: 5, column: null, reason: 'too-many-cells' },
  ])
})

test('an amount without any currency is refused, and a dollar sign names none', async () => {
  expect(refusalsOf(await rowsOf('Title,Paid\na,$5\n'))).toMatchObject([{ column: 'Paid', reason: 'no-currency' }])
  expect(coinsOf(await rowsOf('Title,Paid\na,5 CAD\nb,C $5\n'))).toMatchObject([
    { currency: 'CAD', paidCents: 500 },
    { currency: 'CAD', paidCents: 500 },
  ])
})

test('an open quote is refused with its row, and the coins before it are kept', async () => {
  const rows = await rowsOf('Title,Year\na,1881\n"b,1882\nc,1883\n')
  expect(coinsOf(rows)).toHaveLength(1)
  expect(refusalsOf(rows)).toMatchObject([{ row: 3, reason: 'quote-not-closed' }])
})

test('the same file gives the same keys, also in another encoding, with another delimiter or order of columns', async () => {
  const first = keysOf(await rowsOf('Title,Year,Note\nKöln,1881,a\nKöln,1881,b\nBonn,1882,\n'))
  expect(new Set(first).size).toBe(3)
  const utf16 = Buffer.from('\ufeffYear\tTitle\n1881\tKöln\n1881\tKÖLN \n1882\tBonn\n', 'utf16le')
  expect(keysOf(await rowsOf(utf16))).toEqual(first)
})

test('equal rows have keys of their own, and no other coin has the key of one, for any file', async () => {
  const row = fc.record({
    title: fc.constantFrom('a', 'b'),
    year: fc.constantFrom(1881, 1882),
    paid: fc.constantFrom('1', '2'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (coins) => {
      const file =
        csvLine(['Title', 'Year', 'Paid']) + coins.map(({ title, year, paid }) => csvLine([title, year, paid])).join('')
      const keys = keysOf(await rowsOf(file, { currency: 'USD' }))
      expect(new Set(keys).size).toBe(coins.length)
      expect(keysOf(await rowsOf(file, { currency: 'USD' }))).toEqual(keys)
    }),
    { numRuns: 50 },
  )
})

test('any text in any cell gives a coin or a refusal for each row that has text', async () => {
  const columns = ['Title', 'Year', 'Mint', 'Qty', 'Paid', 'Currency', 'Bought on', 'Status', 'KM#']
  const cells = fc.array(fc.string({ maxLength: 12 }), { minLength: columns.length, maxLength: columns.length })
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 5 }), async (lines) => {
      const rows = await rowsOf(csvLine(columns) + lines.map((line) => csvLine(line)).join(''))
      const filled = lines.filter((line) => line.some((cell) => cell.trim() !== ''))
      expect(rows.filter(({ kind }) => kind !== 'plan')).toHaveLength(filled.length)
    }),
    { numRuns: 150 },
  )
})
