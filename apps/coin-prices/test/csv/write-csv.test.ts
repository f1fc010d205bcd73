import { expect, test } from 'vitest'
import { csvLine } from '../../src/csv/write-csv.ts'

test.each([
  [['Morgan', 1881, null, undefined], 'Morgan,1881,,\r\n'],
  [['a "b"', 'c,d', 'e\nf', ' g'], '"a ""b""","c,d","e\nf"," g"\r\n'],
  [['-12.50', -3, '12'], '-12.50,-3,12\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\ufeff=1', '＝1', '-1+1', '\tx'])(
  '%j is no formula when a spreadsheet opens it',
  (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')[0]).toBe("'")
  },
)
