import { expect, test } from 'vitest'
import { coinServer } from '../support/api-server.ts'
import { coinDatabase } from '../support/app-database.ts'

const database = coinDatabase()

test('a file is imported once, for one collector, and refused rows have reasons', async () => {
  const { ask } = await coinServer(database)
  const { body: ada } = await ask('POST /readers', { name: 'Ada' })
  const rows = Array.from({ length: 1_200 }, (_, n) => `Coin ${n},1900,${n}.25`)
  const file = { csv: `Title,Year,Paid,Colour\n${rows.join('\n')}\nBad,soon,1,red\n`, reader: ada.reader.id }
  const imported = await ask('POST /imports', { ...file, currency: 'USD' })
  expect(imported).toMatchObject({
    status: 200,
    body: {
      ...{ rows: 1_201, added: 1_200, known: 0, refused: 1, preset: null, unusedColumns: ['Colour'] },
      refusals: [{ row: 1_202, column: 'Year', got: 'soon' }],
    },
  })
  expect((await ask('POST /imports', { ...file, currency: 'USD' })).body).toMatchObject({ added: 0, known: 1_200 })
  const read = async (token: string) => (await ask(`GET /open/${token}/coins?limit=1`, undefined, { token: null })).body
  expect((await read(ada.token)).coins).toMatchObject([{ intake: { title: 'Coin 0', paidCents: 25 } }])
})

test('a trial adds nothing, and columns are chosen by field', async () => {
  const { ask } = await coinServer(database)
  const file = { csv: 'A,B\nA coin of a trial,1900\n', columns: { title: 'A', year: 2 } }
  expect((await ask('POST /imports', { ...file, isTrial: true })).body).toMatchObject({ rows: 1, added: 0, known: 0 })
  expect((await ask('POST /imports', file)).body).toMatchObject({ rows: 1, added: 1 })
})

test.each([
  [{ csv: '' }, '/csv'],
  [{ csv: 'A,B\n1,2\n' }, 'expected a column for one of title'],
  [{ csv: 'Title\nx\n', columns: { colour: 1 } }, 'expected a field out of'],
  [{ csv: 'Title\nx\n', currency: 'dollars' }, 'expected a currency code'],
])('POST /imports with %j is refused', async (json, message) => {
  const { ask } = await coinServer(database)
  const { status, text } = await ask('POST /imports', json)
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})
