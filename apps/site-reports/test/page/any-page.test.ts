import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extractPage } from '../../src/page/extract-page.ts'
import { findIssues } from '../../src/report/find-issues.ts'
import { fetchedPage, siteFacts } from '../support/site-facts.ts'

const strange = [
  '\0',
  '\ud800',
  '\udc00',
  '😀',
  '&#0;',
  '&#xd800;',
  '\\u0000',
  '\\ud800',
  '%',
  '"',
  "'",
  '<',
  '>',
  ' ',
  '\n',
  'x',
]
const markup = [
  ...[
    '<title>',
    '</title>',
    '<h1>',
    '<p>',
    '</p>',
    '<a href="',
    '<img src=x alt="',
    '<base href="',
    '<html lang="',
    '">',
  ],
  ...[
    '<meta name="',
    '<meta property="og:',
    '<meta charset="',
    '" content="',
    '<meta http-equiv=refresh content="0;url=',
  ],
  ...[
    '<script type="application/ld+json">{"@type":"Article","headline":"',
    '"}</script>',
    '<link rel=icon href="',
    'class="author"',
  ],
  ...[
    'https://a.example/',
    '//',
    'javascript:',
    '<svg>',
    '<table>',
    '<template>',
    '<!--',
    '-->',
    '<select>',
    '<input id="',
  ],
]
const anyPage = fc.array(fc.constantFrom(...strange, ...markup), { maxLength: 40 }).map((parts) => parts.join(''))

it('whatever is in a page, it is read, and what is read can be stored', () => {
  fc.assert(
    fc.property(anyPage, (html) => {
      const facts = extractPage(html, 'https://a.example/')
      const stored = JSON.stringify(facts)
      JSON.parse(stored, (key, value) => {
        expect(key + (typeof value === 'string' ? value : '')).not.toMatch(/[\0\p{Surrogate}]/u)
        return value
      })
      expect(JSON.parse(stored)).toEqual(facts)
      for (const { url } of [...facts.linksIn, ...facts.linksOut]) expect(url).toMatch(/^https?:/)
      expect(findIssues(siteFacts(fetchedPage(html)))).not.toContain(undefined)
    }),
    {
      numRuns: 150,
      examples: [
        ['<meta charset="\ud800">'],
        ['<meta property="og:\ud800" content="\ud800">'],
        ['<html lang="\ud800"><meta name=robots content="\ud800">'],
        ['<script type="application/ld+json">{"@type":"\\ud800","name":"\\u0000x"}</script>'],
      ],
    },
  )
})
