import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChapterNumber } from '../../src/chapter/chapter-number.ts'
import { compareChapterNumbers } from '../../src/chapter/compare-chapter-numbers.ts'
import { parseChapterNumber } from '../../src/chapter/parse-chapter-number.ts'
import { parseChapterTitle } from '../../src/chapter/parse-chapter-title.ts'

const thousandths = fc.integer({ min: 0, max: 99_999_999 })
/** A decimal of so many thousandths, without a float on the way. */
const decimal = (n: number) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`
const numberOf = (n: number): ChapterNumber => parseChapterNumber(decimal(n))!

describe('a chapter number', () => {
  it.each(['45', '45.0', '045', '45.00', ' 45 ', '４５'])('%s is 45', (text) => {
    expect(parseChapterNumber(text)).toBe('45')
  })

  it.each([
    ['45.5', '45.5'],
    ['045.50', '45.5'],
    ['0', '0'],
    ['000', '0'],
    ['0.10', '0.1'],
    ['24.005', '24.005'],
  ])('%s is %s', (text, number) => {
    expect(parseChapterNumber(text)).toBe(number)
  })

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '0x10', '1.2.3', 'Infinity', 'NaN', '10a', '1234567890'])(
    '%s is none',
    (text) => {
      expect(parseChapterNumber(text)).toBeUndefined()
    },
  )

  it('has one form, however it was written', () => {
    fc.assert(
      fc.property(thousandths, fc.nat({ max: 1 }), fc.nat({ max: 3 }), (n, before, after) => {
        const written = `${'0'.repeat(before)}${decimal(n)}${'0'.repeat(after)}`
        const number = parseChapterNumber(written)!
        expect(number).toBe(numberOf(n))
        expect(number).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(parseChapterNumber(number)).toBe(number)
      }),
    )
  })

  it('is ordered like the decimal that it is', () => {
    fc.assert(
      fc.property(thousandths, thousandths, (a, b) => {
        expect(Math.sign(compareChapterNumbers(numberOf(a), numberOf(b)))).toBe(Math.sign(a - b))
      }),
    )
  })

  it('is found in a title as it was written there', () => {
    fc.assert(
      fc.property(
        thousandths,
        fc.constantFrom('Chapter ', 'Ch.', 'ch ', 'Vol.3 Ch. ', '[Group] Name c.', '#'),
        (n, word) => {
          expect(parseChapterTitle(`${word}${decimal(n)}`).number).toBe(numberOf(n))
        },
      ),
    )
  })

  it('comes out of any title in its only form, or not at all', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.constantFrom('ch', '.', '-', '12', 'vol', '第', '話', '[', '('),
      ),
    )
    fc.assert(
      fc.property(pieces, fc.string(), (parts, seriesTitle) => {
        const { number, lastNumber, volume } = parseChapterTitle(parts.join(''), { seriesTitle })
        for (const each of [number, lastNumber, volume]) if (each !== null) expect(parseChapterNumber(each)).toBe(each)
        if (lastNumber !== null) expect(compareChapterNumbers(lastNumber, number!)).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 },
    )
  })
})
