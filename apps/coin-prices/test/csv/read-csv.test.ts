import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvFault, type CsvRow, readCsv } from '../../src/csv/read-csv.ts'
import { csvLine } from '../../src/csv/write-csv.ts'

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array | string, size = 7): Promise<readonly (CsvRow | CsvFault)[]> {
  return allOf(readCsv(inChunks(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, size)))
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const cellsOf = (rows: readonly (CsvRow | CsvFault)[]) => rows.map((row) => ('cells' in row ? row.cells : row.fault))
const text = 'Title;Preis\nKöln „Dom“;5 €\n'
const parsed = [
  ['Title', 'Preis'],
  ['Köln „Dom“', '5 €'],
]
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const windows = Buffer.from(text.replace('„', '\x84').replace('“', '\x93').replace('€', '\x80'), 'latin1')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 BE with a byte order mark', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ['UTF-16 LE', Buffer.from(text, 'utf16le')],
  ['UTF-16 BE', swapped(Buffer.from(text, 'utf16le'))],
  ['Windows-1252', windows],
])('%s is read, however it is cut into chunks', async (_, bytes) => {
  for (const size of [1, 2, 3, 5, 1_000]) expect(cellsOf(await read(bytes, size))).toEqual(parsed)
})

test('a Windows-1252 letter far behind the start decides, because all before it is ASCII', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`a,b\n${'1,2\n'.repeat(50_000)}`),
    Buffer.from('Z\xfcrich,\x80\n', 'latin1'),
  ])
  expect(cellsOf(await read(bytes, 4_096)).at(-1)).toEqual(['Zürich', '€'])
})

test('invalid bytes in UTF-8 text do not make it Windows-1252', async () => {
  const bytes = Buffer.concat([
    Buffer.from('a,b\nKöln,1\n'),
    Buffer.alloc(300, 'x'),
    Buffer.from([0xff]),
    Buffer.from(',2\n'),
  ])
  expect(cellsOf(await read(bytes, 64)).at(-1)).toEqual([`${'x'.repeat(300)}\ufffd`, '2'])
})

test.each([
  ['a,b;c\n1,2\n', ['1', '2']],
  ['a;b;c\n1,5;2;3\n', ['1,5', '2', '3']],
  ['a\tb\n1\t2\n', ['1', '2']],
  ['"x,y,z";b\n1;2\n', ['1', '2']],
  ['a|b\n1|2\n', ['1', '2']],
  ['sep=;\na;b,c\n1;2\n', ['1', '2']],
  ['Title\nMorgan\n', ['Morgan']],
])('the header of %j decides the delimiter', async (file, last) => {
  expect(cellsOf(await read(file)).at(-1)).toEqual(last)
})

test('rows count as in a spreadsheet: empty ones too, line breaks in quotes not', async () => {
  const rows = await read('a,b\n\n"two\nlines",2\n,\n3,4 "big" ones\r\n5,6\r7,8')
  expect(rows).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 3, cells: ['two\nlines', '2'] },
    { row: 5, cells: ['3', '4 "big" ones'] },
    { row: 6, cells: ['5', '6'] },
    { row: 7, cells: ['7', '8'] },
  ])
})

test('a quote that is not closed ends the file with the row where it stands', async () => {
  expect(await read('a,b\n1,2\n"open,3\n4,5\n')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['1', '2'] },
    { row: 3, fault: 'quote-not-closed' },
  ])
  const long = await read(`a,b\n1,2\n"open,3\n${'4,5\n'.repeat(100_000)}`, 65_536)
  expect(long.at(-1)).toEqual({ row: 3, fault: 'row-too-long' })
})

test('an empty file has no rows', async () => {
  expect(await read('')).toEqual([])
  expect(await read('\ufeff')).toEqual([])
})

test('an error of the file reaches the reader, and a reader that stops ends the file', async () => {
  let isClosed = false
  async function* broken() {
    try {
      yield Buffer.from('a,b\n1,2\n')
      yield Buffer.alloc(100_000, 'x,y\n')
      throw new Error('disk')
    } finally {
      isClosed = true
    }
  }
  await expect(allOf(readCsv(broken()))).rejects.toThrow('disk')
  isClosed = false
  for await (const _ of readCsv(broken())) break
  expect(isClosed).toBe(true)
})

test('what is written is read back, for any text and any chunks', async () => {
  const letter = fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'é', '€', '漢', ' ', '1', '😀')
  const cell = fc.string({ unit: letter, maxLength: 8 }).map((each) => `x${each}`)
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 400 }), async (lines, size) => {
      const file = csvLine(['a', 'b', 'c']) + lines.map((line) => csvLine(line)).join('')
      expect(cellsOf(await read(file, size)).slice(1)).toEqual(lines)
    }),
    { numRuns: 150 },
  )
})
