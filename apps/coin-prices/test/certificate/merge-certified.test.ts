import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCertified } from '../../src/certificate/merge-certified.ts'
import type { Intake } from '../../src/coin/intake.ts'
import { parseGrade } from '../../src/coin/parse-grade.ts'
import type { CertifiedCoin } from '../../src/sources/coin-source.ts'

const found: CertifiedCoin = {
  ...{ year: 1881, mintMark: 'S', denomination: '$1', series: 'Morgan Dollar', certificate: '12345678' },
  ...{ gradeText: 'PCGS MS65+', grade: parseGrade('PCGS MS65+'), issuer: 'United States', title: '1881-S $1' },
  catalogue: { pcgs: '7130' },
}
const bare: Intake = { status: 'owned', quantity: 1, certificate: '12345678' }

test('what a person left open is filled', () => {
  const { intake, filled, conflicts } = mergeCertified(bare, found)
  expect(intake).toEqual({
    ...bare,
    ...{
      year: 1881,
      mintMark: 'S',
      denomination: '$1',
      series: 'Morgan Dollar',
      grade: 'PCGS MS65+',
      pcgsNumber: '7130',
    },
    ...{ issuer: 'United States', title: '1881-S $1' },
  })
  expect(filled).toHaveLength(8)
  expect(conflicts).toEqual([])
})

test.each([
  ['issuer', 'USA'],
  ['denomination', 'dollar'],
  ['denomination', 'silver dollar'],
  ['series', 'Morgan'],
  ['grade', 'MS65'],
  ['grade', 'ms-65'],
  ['title', 'from grandfather'],
  ['certificate', '12345678 '],
  ['pcgsNumber', '#7130'],
])('%s as %j says the same in other words, and stays', (field, typed) => {
  const { intake, conflicts } = mergeCertified({ ...bare, [field]: typed }, found)
  expect(intake).toHaveProperty(field, typed)
  expect(conflicts).toEqual([])
})

test.each([
  ['year', 1882],
  ['mintMark', 'CC'],
  ['mintMark', ''],
  ['denomination', '50C'],
  ['series', 'Peace'],
  ['grade', 'MS64'],
  ['grade', 'PCGS MS65 details'],
  ['grade', 'NGC MS65'],
  ['issuer', 'Canada'],
  ['certificate', '87654321'],
  ['pcgsNumber', '7131'],
])('%s as %j is a conflict, and stays', (field, typed) => {
  const { intake, conflicts } = mergeCertified({ ...bare, [field]: typed }, found)
  expect(intake).toHaveProperty(field, typed)
  expect(conflicts).toMatchObject([{ field, typed }])
})

test('a coin of Philadelphia has the mark P or none', () => {
  expect(mergeCertified({ ...bare, mintMark: 'P' }, { ...found, mintMark: '' }).conflicts).toEqual([])
})

test('nothing that is typed is changed, and a second look-up fills nothing, for any coin', () => {
  const texts = fc.option(fc.string({ maxLength: 6 }), { nil: undefined })
  const parts = { year: fc.option(fc.integer({ min: 1, max: 2100 }), { nil: undefined }), series: texts, title: texts }
  const typed = fc.record({ ...parts, mintMark: texts, denomination: texts, grade: texts })
  const stated = fc.record({ ...parts, mintMark: texts, denomination: texts, gradeText: texts })
  fc.assert(
    fc.property(typed, stated, (own, coin) => {
      const before: Intake = { ...bare, ...own }
      const once = mergeCertified(before, coin)
      for (const [field, value] of Object.entries(before)) {
        if (value !== undefined) expect(once.intake).toHaveProperty(field, value)
      }
      const twice = mergeCertified(once.intake, coin)
      expect(twice.filled).toEqual([])
      expect(twice.intake).toEqual(once.intake)
    }),
  )
})
