import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggest } from '../src/suggest.ts'

const queues = ['chapter-ingest', 'chapter-notify', 'mail']

test.each([
  ['chapter-ingset', 'chapter-ingest'],
  ['chapterIngest', 'chapter-ingest'],
  ['Mail', 'mail'],
  ['mial', 'mail'],
  ['mails', 'mail'],
])('%s brings %s to mind', (name, known) => expect(suggest(name, queues)).toBe(`; did you mean '${known}'?`))

test('nothing is suggested when nothing is near', () => {
  expect(suggest('invoices', queues)).toBe('')
  expect(suggest('mail', [])).toBe('')
})

test('the nearest name wins, not the first', () => {
  expect(suggest('chapter-notifi', ['chapter-ingest', 'chapter-notify'])).toContain('chapter-notify')
})

test('one letter too many, too few or wrong is always understood', () => {
  const name = fc.stringMatching(/^[a-z]{3,12}$/)
  fc.assert(
    fc.property(name, fc.nat(11), fc.stringMatching(/^[a-z]$/), (right, at, letter) => {
      const i = at % right.length
      const typos = [
        right.slice(0, i) + letter + right.slice(i),
        right.slice(0, i) + right.slice(i + 1),
        right.slice(0, i) + letter + right.slice(i + 1),
      ]
      for (const typo of typos) expect(suggest(typo, [right])).toBe(`; did you mean '${right}'?`)
    }),
  )
})
