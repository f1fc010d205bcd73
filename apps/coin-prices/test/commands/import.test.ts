import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPawl, type Pawl } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coinPrices } from '../../src/index.ts'
import { coinDatabase } from '../support/app-database.ts'
import { type Called, type CallOptions, commandCaller } from '../support/call-command.ts'

const { sql, pool: db, url } = coinDatabase()
const app = coinPrices()
const folder = mkdtempSync(path.join(tmpdir(), 'pawl-coins-'))
let pawl: Pawl
let call: (line: string, options?: CallOptions) => Promise<Called>
beforeAll(() => {
  pawl = createPawl({ url, jobs: app.jobs.filter(({ type }) => type === 'coins.value'), migrate: false })
  call = commandCaller(app.commands ?? [], { pawl, db })
})
afterAll(async () => {
  await pawl.stop({ graceMs: 0 })
  rmSync(folder, { recursive: true })
})

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

test('thousands of rows are added in chunks, and the same file twice adds nothing', async () => {
  const rows = Array.from({ length: 2_300 }, (_, n) => `Coin ${n},${1800 + (n % 200)},VF,${n}.50`)
  const file = fileOf('many.csv', `Title,Year,Grade,Paid\n${rows.join('\n')}\n`)
  await call('readers add many')
  const options = { reader: 'many', currency: 'USD' }
  expect((await call(`import ${file}`, { options })).err.at(-1)).toBe(
    '2300 rows: 2300 added, 0 known already, 0 refused',
  )
  expect((await call(`import ${file}`, { options })).err.at(-1)).toBe(
    '2300 rows: 0 added, 2300 known already, 0 refused',
  )
  const ofMany = `select count(*)::int as coins, sum(paid_cents)::int as paid from coin_intakes
    where collector_id = (select id from collector where name = 'many')`
  expect(await sql(ofMany)).toEqual([{ coins: 2_300, paid: ((2_299 * 2_300) / 2) * 100 + 2_300 * 50 }])
})

test('an import that ended halfway adds the rest, and no row twice', async () => {
  const head = 'Title,Year\n'
  const rows = Array.from({ length: 700 }, (_, n) => `Half ${n},1900\n`)
  await call('readers add half')
  const options = { reader: 'half' }
  await call(`import ${fileOf('half.csv', head + rows.slice(0, 500).join(''))}`, { options })
  const { data } = await call(`import ${fileOf('whole.csv', head + rows.join(''))}`, { options, json: true })
  expect(data).toMatchObject({ rows: 700, added: 200, known: 500, refused: 0 })
})

test('refused rows are listed with their reasons, and the others are added', async () => {
  const file = fileOf(
    'faults.csv',
    'Name,Year,Paid,Colour\nA good coin,1900,12 USD,red\n,,,\nA bad coin,soon,much,red\n',
  )
  const { out, err } = await call(`import ${file}`, { options: { currency: 'USD' } })
  expect(out).toHaveLength(2)
  expect(out[0]).toMatch(/^4 \| Year \| .* \| soon$/)
  expect(out[1]).toMatch(/^4 \| Paid \| .* \| much$/)
  expect(err).toEqual(['2 rows: 1 added, 0 known already, 1 refused', 'columns that were not read: Colour'])
})

test('a trial adds nothing, and columns can be chosen', async () => {
  const file = fileOf('chosen.csv', 'A,B,C\nA chosen coin,1900,not a note\n')
  const options = { columns: 'title=A,year=2' }
  const trial = await call(`import ${file}`, { options: { ...options, trial: true }, json: true })
  expect(trial.data).toMatchObject({ rows: 1, added: 0, plan: { unused: ['C'] } })
  expect(await sql(`select from coin_intakes where title = 'A chosen coin'`)).toHaveLength(0)
  await call(`import ${file}`, { options })
  expect(await sql(`select year, note from coin_intakes where title = 'A chosen coin'`)).toEqual([
    { year: 1900, note: null },
  ])
})

test('an export can be imported again by another collector', async () => {
  await call('readers add first')
  await call('readers add second')
  const stated = { title: '=SUM(1), "quoted"', year: '1881-S', grade: 'PCGS MS65', paid: '180', quantity: '2' }
  await call('add', { options: { ...stated, reader: 'first', note: 'two\nlines' } })
  await call('add', {
    options: { series: 'Morgan', mintMark: 'none', year: '1921', status: 'watched', reader: 'first' },
  })
  const { out } = await call('export', { options: { reader: 'first' } })
  const again = await call(`import ${fileOf('export.csv', out[0]!)}`, { options: { reader: 'second' }, json: true })
  expect(again.data).toMatchObject({ added: 2, refusals: [] })
  const intakes = async (reader: string) =>
    (await call('list', { options: { reader }, json: true })).data.coins.map(({ intake }: { intake: object }) => intake)
  expect(await intakes('second')).toEqual(await intakes('first'))
})

test('prices of a file belong to a coin, once, and enqueue its valuation', async () => {
  const coin = (await call('add', { options: { year: '1881-S', series: 'Morgan', denomination: 'dollar' } })).out[0]!
  const text =
    'Date,Price,Title\n2026-03-01,120,1881-S Morgan Dollar\n2026-03-02,125,1881-S Morgan Dollar\n2026-03-03,9,1881-S Morgan replica\n'
  const file = fileOf('prices.csv', text)
  const options = { currency: 'USD', type: 'sold' }
  expect((await call(`import-prices ${coin} ${file}`, { options })).err).toEqual([
    '3 rows: 3 added, 0 known already, 0 refused',
  ])
  expect((await call(`import-prices ${coin} ${file}`, { options })).err).toEqual([
    '3 rows: 0 added, 3 known already, 0 refused',
  ])
  const points = await sql(
    `select price_cents, mismatch, origin, s.name from price_points p join source s on s.id = p.source_id order by day`,
  )
  const common = { origin: 'file prices.csv', name: 'csv-import' }
  expect(points).toEqual([
    { price_cents: '12000', mismatch: null, ...common },
    { price_cents: '12500', mismatch: null, ...common },
    { price_cents: '900', mismatch: expect.any(String), ...common },
  ])
  expect((await pawl.queues.depth('coin-value')).pending).toBe(1)
})

test.each([
  ['import /nowhere.csv', {}, "expected a CSV file that can be read; got '/nowhere.csv'"],
  ['import FILE', { columns: 'title' }, "--columns: expected field=column, as in title=Name; got 'title'"],
  ['import FILE', { columns: 'colour=1' }, 'expected a field out of'],
  ['import FILE', { preset: 'excel' }, "--preset takes numista, opennumismat or none; got 'excel'"],
  ['import FILE', { dateOrder: 'year' }, "--date-order takes day-month or month-day; got 'year'"],
  ['import FILE', {}, 'expected a column for one of title'],
  ['import-prices 4711000 FILE', {}, 'there is no coin 4711000'],
])('%s with %j is refused', async (line, options, message) => {
  const file = fileOf('refused.csv', 'A,B\n1,2\n')
  await expect(call(line.replace('FILE', file), { options })).rejects.toThrow(message)
})
