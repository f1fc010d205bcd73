import { describe, expect, it } from 'vitest'
import { parseChapterTitle } from '../../src/chapter/parse-chapter-title.ts'

type Row = readonly [title: string, number: string | null, more?: { series?: string; volume?: string; last?: string }]

const kinds: Readonly<Record<string, readonly Row[]>> = {
  'after a word that says so': [
    ['Chapter 12', '12'],
    ['chapter 012: The Gate', '12'],
    ['Ch.4: A Walk', '4'],
    ['Lanterns at Sea Chapter 111: Low Tide', '111'],
    ['Manga Chapter 84.4', '84.4'],
    ['Episode 7', '7'],
    ['D.O.T.[Season 001] Ep. 007', '7', { series: 'D.O.T' }],
    ['Capítulo 45', '45'],
    ['#31 The Well', '31'],
    ['100 Lanterns Chapter 5', '5'],
    ['Ch. 1,000', '1000'],
    ['Chapter 0', '0'],
    ['Kaiju No. 8 Ch. 36', '36'],
    ['issue 3 chapter 5', '5'],
    ['No. 7', '7'],
  ],
  'in a slug': [
    ['spawn-chapter-123', '123'],
    ['spawn-chapter-123', '123', { series: 'Spawn' }],
    ['spawn_chapter_123', '123'],
    ['spawn-v2-chapter-123-5', '123.5', { volume: '2' }],
    ['spawn-chapter-123-a', '123.1'],
    ['spawn-chapter-12-extra', '12.99'],
    ['spawn-chapter-10-11', '10', { last: '11' }],
    ['chapter-5-a-new-day', '5'],
    ['spawn-chapter-12-special-training', '12'],
    ['spawn-chapter-12-100-ways-to-go', '12'],
    ['spawn-side-story-3', null],
    ['kaiju-no-8-chapter-36', '36'],
  ],
  'beside the title of its series as a slug': [
    ['kaiju-no-8-036', '36', { series: 'Kaiju No. 8' }],
    ['ayame-14-1', '1', { series: 'Ayame 14' }],
    ['x-men-97-chapter-5', '5', { series: "X-Men '97" }],
    ['Ayame 14 1', '1', { series: 'ayame-14' }],
  ],
  'by a counter of Japanese, Chinese and Korean': [
    ['第12話', '12'],
    ['第１２話 海', '12'],
    ['第3巻 第12.5話', '12.5', { volume: '3' }],
    ['12話', '12'],
    ['제 45화', '45'],
    ['2권 45화', '45', { volume: '2' }],
  ],
  'as the first number that is left': [
    ['Lanterns 567.1 Down the Hill', '567.1', { series: 'Lanterns' }],
    ['One Lantern 001', '1', { series: 'One Lantern' }],
    ['The 2nd Night', '2'],
    ['Lantern 14 1 - The summer of 14', '1', { series: 'Lantern 14' }],
    ['Tokyo Lanterns 027: Part 002: Chapter 001', '27', { series: 'Tokyo Lanterns' }],
    ['Lantern-Man Punch Ver002 086 : Creeping [3]', '86', { series: 'Lantern-Man' }],
    ['[0003] Lanterns', '3'],
    ['10,5', '10.5'],
  ],
  'without the volume and the season': [
    ['Vol.02 Ch.010.5', '10.5', { volume: '2' }],
    ['Vol.1 Ch.1: March 25 (First Day)', '1', { volume: '1' }],
    ['Lanterns 028.1 Vol. 2', '28.1', { series: 'Lanterns', volume: '2' }],
    ['Volume 1.5 Chapter 9', '9', { volume: '1.5' }],
    ['S01 014', '14'],
    ['Season 2 Episode 5', '5'],
    ['T02 c010v2', '10', { volume: '2' }],
    ['[Harbour] Lanterns at Sea v.2 c.10-11', '10', { series: 'Lanterns at Sea', volume: '2', last: '11' }],
    ['[Team 7] Lanterns c.3', '3'],
  ],
  'with a letter, a part or an extra behind the point': [
    ['10a', '10.1'],
    ['Lanterns 19i', '19.9'],
    ['Ch.4.a: A Walk', '4.1'],
    ['ch 122-a', '122.1'],
    ['300,a', '300.1'],
    ['Chapter 300,B', '300.2'],
    ['Ch. 300, a', '300.1'],
    ['Chapter 300, b: The Door', '300.2'],
    ['300,a [English]', '300.1'],
    ['Chapter 300, extra', '300.99'],
    ['19j', '19.91'],
    ['Chapter 134 Part 3 [English]', '134.3'],
    ['Chapter 134 Part 10', '134.91'],
    ['Ch. 24-5', '24.5'],
    ['Lanterns, 024-005', '24.005', { series: 'Lanterns' }],
    ['c010x1', '10.1'],
    ['Ch.4.extra: A Walk', '4.99'],
    ['Lanterns 404 extravol002', '404.99', { series: 'Lanterns', volume: '2' }],
    ['404 omake', '404.98'],
    ['404 (special)', '404.97'],
    ['Ch,123,extra', '123.99'],
    ['Chapter 12 Extra 2', '12.992'],
    ['194.1', '194.1'],
  ],
  'and takes no name for a letter, a range or an extra': [
    ['Chapter 5 a new day', '5'],
    ['Chapter 5, a new day', '5'],
    ['Chapter 12: Special Training', '12'],
    ['Chapter 12 Special Training', '12'],
    ['Chapter 12 - 100 Ways to Go', '12'],
    ['Chapter 12-and a half', '12'],
  ],
  'under the first of a range': [
    ['Ch.191-200', '191', { last: '200' }],
    ['c001-008', '1', { last: '8' }],
    ['Chapter 10 - 11', '10', { last: '11' }],
    ['Chapters 10 & 11: Both', '10', { last: '11' }],
    ['Ch. 10.5–12', '10.5', { last: '12' }],
  ],
  'of a series that is named like a number': [
    ['Chapter 86', '86', { series: '86' }],
    ['86 12', '12', { series: '86' }],
    ['86', '86', { series: '86' }],
  ],
}

for (const [kind, rows] of Object.entries(kinds)) {
  describe(`a number is found ${kind}`, () => {
    for (const [title, number, { series = '', volume = null, last = null } = {}] of rows) {
      it(`${title} → ${number}`, () => {
        const found = parseChapterTitle(title, { seriesTitle: series })
        expect(found).toEqual({ number, lastNumber: last, volume, isChapter: true })
      })
    }
  })
}

describe('a title without a number', () => {
  it.each(['Oneshot', 'One-Shot (2019)', '読み切り', 'Extra 3', 'Epilogue', 'Vol. 3'])(
    '%s is something to read',
    (title) => {
      expect(parseChapterTitle(title)).toMatchObject({ number: null, lastNumber: null, isChapter: true })
    },
  )

  it.each(['', 'Foo', 'We are moving to a new server', 'Notice of 2024-05-01'])('%s is no chapter', (title) => {
    expect(parseChapterTitle(title)).toMatchObject({ number: null, isChapter: false })
  })

  it('is none because its number is too long to be one', () => {
    expect(parseChapterTitle('Chapter 20240501123456').number).toBeNull()
  })
})

it('an endless title takes no time to read', () => {
  expect(parseChapterTitle(`${'['.repeat(1_000_000)}12`).number).toBeNull()
})
