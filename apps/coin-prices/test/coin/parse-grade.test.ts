import { expect, test } from 'vitest'
import { marketOf } from '../../src/coin/grade.ts'
import { parseGrade } from '../../src/coin/parse-grade.ts'

test.each([
  ['1881-S Morgan Dollar PCGS MS65', { prefix: 'MS', number: 65, service: 'PCGS' }],
  ['1881 S $1 MS-64+ NGC', { prefix: 'MS', number: 64, isPlus: true, service: 'NGC' }],
  ['1964 Kennedy PF 69 Ultra Cameo NGC', { prefix: 'PR', number: 69, service: 'NGC', designation: 'DCAM' }],
  ['1909 VDB Lincoln cent PCGS MS66RD', { prefix: 'MS', number: 66, service: 'PCGS', designation: 'RD' }],
  ['1909 VDB Lincoln cent PCGS MS66 RD', { prefix: 'MS', number: 66, service: 'PCGS', designation: 'RD' }],
  ['1921 Peace dollar AU58', { prefix: 'AU', number: 58 }],
  ['1893-S Morgan VF Details Cleaned PCGS', { prefix: 'VF', service: 'PCGS', isDetails: true }],
  ['1916-D Mercury dime EF-40', { prefix: 'XF', number: 40 }],
  ['1921 Peace dollar about uncirculated', { prefix: 'AU' }],
  ['1921 Peace dollar brilliant uncirculated', { prefix: 'MS' }],
  ['1804 large cent Very Fine', { prefix: 'VF' }],
  ['1804 large cent almost good', { prefix: 'AG' }],
])('%s', (title, grade) => {
  expect(parseGrade(title)).toEqual(grade)
})

test.each(['1881-S Morgan Silver Dollar', '$20 Saint-Gaudens', 'PCGS holder', '1943 F 70 steel', 'MS12'])(
  '%s states no grade, and none is invented',
  (title) => {
    expect(parseGrade(title)).toBeUndefined()
  },
)

test('proof coins, certified coins and all others are markets of their own', () => {
  expect(marketOf(undefined)).toBe('raw')
  expect(marketOf({ prefix: 'MS', number: 65 })).toBe('raw')
  expect(marketOf({ prefix: 'MS', number: 65, service: 'PCGS' })).toBe('graded')
  expect(marketOf({ prefix: 'PR', number: 69, service: 'NGC' })).toBe('proof')
})
