import { expect, test } from 'vitest'
import type { Grade } from '../../src/coin/grade.ts'
import { readTitle } from '../../src/listing/read-title.ts'
import { realisticTitles } from './realistic-titles.ts'

test.each(realisticTitles)('%s', (title, date, denomination, grade, market, exclusions) => {
  const found = readTitle(title)
  const dates = [...found.years.map(String), ...new Set(found.mintMarks.map((mark) => mark || 'plain'))]
  expect({
    date: dates.sort().join(' '),
    denomination: found.denomination,
    grade: textOf(found.grade),
    market: found.market,
    exclusions: found.exclusions.join(' '),
  }).toEqual({ date: [...new Set(date.split(' '))].sort().join(' '), denomination, grade, market, exclusions })
})

test('a title has the certificate that stands behind its service', () => {
  expect(readTitle('1893-S $1 PCGS VF20 cert 12345678').certificate).toBe('12345678')
  expect(readTitle('1893-S $1 NGC VF20 #1234567-001').certificate).toBe('1234567-001')
})

test('a number of a catalogue is no year', () => {
  expect(readTitle('Austria 10 Heller KM# 1881 silver 1915').years).toEqual([1915])
})

function textOf(grade: Grade | undefined): string {
  if (grade === undefined) return ''
  const { service, prefix, number = '', isPlus, designation, isDetails } = grade
  const text = `${prefix}${number}${isPlus === true ? '+' : ''}`
  return [service, text, designation, isDetails === true ? 'details' : undefined].filter(Boolean).join(' ')
}
