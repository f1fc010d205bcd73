import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Intake } from '../../src/coin/intake.ts'
import { readCsv } from '../../src/csv/read-csv.ts'
import { type ExportedCoin, exportCoins } from '../../src/export/export-coins.ts'
import { importCoins } from '../../src/import/import-coins.ts'

async function textOf(coins: readonly ExportedCoin[]): Promise<string> {
  let text = ''
  for await (const line of exportCoins(coins)) text += line
  return text
}

async function* inOne(text: string) {
  yield Buffer.from(text)
}

async function recordsOf(coins: readonly ExportedCoin[]): Promise<readonly Readonly<Record<string, string>>[]> {
  const rows: string[][] = []
  for await (const row of readCsv(inOne(await textOf(coins)))) if ('cells' in row) rows.push([...row.cells])
  const [header = [], ...rest] = rows
  return rest.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])))
}

const day = '2026-03-01'
const value = { lowCents: 9_000, fairCents: 12_000, highCents: 14_000, currency: 'USD', day }
const owned: Intake = {
  status: 'owned',
  quantity: 2,
  title: 'Morgan',
  paidCents: 5_000,
  paidFeesCents: 50,
  currency: 'USD',
}

test('a coin has cost, value and gain of all its pieces', async () => {
  const [first, second, third] = await recordsOf([
    { intake: owned, value, basis: 'sold', confidence: 0.75 },
    { intake: { ...owned, status: 'sold', soldCents: 4_000, soldOn: day } },
    { intake: { status: 'watched', quantity: 1, title: 'Peace' } },
  ])
  expect(first).toMatchObject({
    ...{ Title: 'Morgan', Paid: '50.00', 'Cost of all': '100.50', 'Value low': '180.00', 'Value fair': '240.00' },
    ...{ 'Value high': '280.00', 'Value from': 'sold', Confidence: '0.75', 'Gain if sold': '139.50', Gain: '' },
  })
  expect(second).toMatchObject({ Status: 'sold', 'Value fair': '', 'Gain if sold': '', Gain: '-20.50' })
  expect(third).toMatchObject({ Status: 'watched', 'Cost of all': '', 'Gain if sold': '', Gain: '' })
})

test('Excel reads it as UTF-8, and no cell is a formula', async () => {
  const text = await textOf([
    { intake: { ...owned, title: '=HYPERLINK("http://x","y")', note: '@SUM(1)', series: '+1' } },
  ])
  expect(text.startsWith('\ufeffStatus,')).toBe(true)
  const cells = text.split('\r\n')[1]?.split(',') ?? []
  expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
  expect(text).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
})

test('lines come one by one, while the coins are still read', async () => {
  let read = 0
  async function* coins() {
    for (; read < 1_000; read += 1) yield { intake: owned }
  }
  const lines = exportCoins(coins())
  await lines.next()
  await lines.next()
  expect(read).toBeLessThan(2)
})

test('what is exported is imported again as it was, for any coin', async () => {
  const word = fc
    .string({
      unit: fc.constantFrom('a', 'é', '=', '+', '-', '@', "'", '"', ',', ';', '1', ' '),
      minLength: 1,
      maxLength: 8,
    })
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  const cents = maybe(fc.nat(10_000_000))
  const intakes: fc.Arbitrary<Intake> = fc.record({
    status: fc.constantFrom('owned', 'watched'),
    title: word,
    issuer: maybe(word),
    series: maybe(word),
    grade: maybe(word),
    note: maybe(word),
    year: maybe(fc.integer({ min: 1, max: 2100 })),
    mintMark: maybe(fc.constantFrom('', 'S', 'CC')),
    certificate: maybe(fc.constantFrom('12345678', '1234567-001')),
    quantity: fc.integer({ min: 1, max: 1_000 }),
    boughtOn: maybe(fc.constant('2024-02-29')),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    ...{ paidCents: cents, paidFeesCents: cents },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(intakes, { minLength: 1, maxLength: 4 }), async (coins) => {
      const found: unknown[] = []
      for await (const row of importCoins(inOne(await textOf(coins.map((intake) => ({ intake, value })))))) {
        if (row.kind !== 'plan') found.push(row.kind === 'coin' ? row.intake : row.refusals)
      }
      expect(found).toEqual(coins)
    }),
    { numRuns: 100 },
  )
})
