import { describe, expect, test } from 'vitest'
import type { ComicInfo } from '../../src/comic-info/comic-info.ts'
import { parseComicInfo } from '../../src/comic-info/parse-comic-info.ts'

const read = (xml: string, encoding: BufferEncoding = 'utf8') => parseComicInfo(Buffer.from(xml, encoding))
const inside = (elements: string) => read(`<?xml version="1.0"?><ComicInfo>${elements}</ComicInfo>`)
const lists = [
  'people',
  'genres',
  'tags',
  'web',
  'characters',
  'teams',
  'locations',
  'storyArcs',
  'seriesGroups',
  'pages',
] as const
const nothing = Object.fromEntries(lists.map((name) => [name, []])) as unknown as ComicInfo

describe('a ComicInfo.xml', () => {
  test('its elements may come in any order, with ones that nobody knows between', () => {
    const info = inside(`
      <Year>2016</Year><Nonsense a="b"><Deep>x</Deep></Nonsense><Number> 7 </Number>
      <Series>Copper Lantern</Series><LocalizedSeries>Laterne</LocalizedSeries><Title>The Well</Title>
      <Writer>Ada Brook, Milo Stone,</Writer><Editor>Ada Brook</Editor><Genre>Crime, Crime , Horror</Genre>
      <StoryArc>One, Two</StoryArc><StoryArcNumber>3,4</StoryArcNumber><Web>https://a.example https://b.example</Web>
      <Count>12</Count><Volume>2</Volume><CommunityRating>4.5</CommunityRating><Manga>YesAndRightToLeft</Manga>
      <BlackAndWhite>Yes</BlackAndWhite><LanguageISO>en</LanguageISO><AgeRating>mature 17+</AgeRating><Publisher>Ink</Publisher>`)
    expect(info).toEqual({
      ...nothing,
      ...{ year: 2016, number: '7', series: 'Copper Lantern', localizedSeries: 'Laterne', title: 'The Well' },
      people: [
        { role: 'writer', name: 'Ada Brook' },
        { role: 'writer', name: 'Milo Stone' },
        { role: 'editor', name: 'Ada Brook' },
      ],
      genres: ['Crime', 'Horror'],
      storyArcs: [
        { name: 'One', number: '3' },
        { name: 'Two', number: '4' },
      ],
      web: ['https://a.example', 'https://b.example'],
      ...{ count: 12, volume: 2, communityRating: 4.5, manga: 'yes-and-right-to-left', blackAndWhite: true },
      ...{ language: 'en', ageRating: 'Mature 17+', publisher: 'Ink' },
    })
  })

  test('what is empty, unset or nonsense is not there', () => {
    const unset = '<Series></Series><Title/><Count>-1</Count><Volume>-1</Volume><Year>-1</Year><PageCount>0</PageCount>'
    const nonsense =
      '<Manga>Perhaps</Manga><BlackAndWhite>?</BlackAndWhite><AgeRating>Cats</AgeRating><Month>13</Month><Day>0</Day><Year>soon</Year>'
    expect(inside(`${unset}${nonsense}<CommunityRating>9</CommunityRating><Writer> , </Writer>`)).toEqual(nothing)
  })

  test('pages tell what they are; a type that nobody knows is left out', () => {
    const pages =
      '<Page Image="0" Type="frontcover" DoublePage="true"/><Page Image="1" Type="Odd" Bookmark="Start"/><Page Image="x"/>'
    expect(inside(`<Pages>${pages}</Pages>`).pages).toEqual([
      { image: 0, type: 'FrontCover', isDoublePage: true },
      { image: 1, bookmark: 'Start' },
    ])
  })

  test('of an element that is there twice the first with text counts, in whatever case', () => {
    expect(inside('<series/><SERIES>One</SERIES><Series>Two</Series>').series).toBe('One')
  })

  test('characters may be written by name or number, or raw', () => {
    expect(inside('<Title>A &amp; B &lt;&#233;&#xe9;&gt; &quot;&apos;</Title>').title).toBe('A & B <éé> "\'')
    expect(inside('<Title><![CDATA[A & B &amp; C]]></Title>').title).toBe('A & B &amp; C')
    expect(inside('<Title>A & B</Title>').title).toBe('A & B')
    expect(inside('<Title>A&#0;&#x1;B&#xd800;</Title>').title).toBe('AB')
  })

  test.each([
    ['https://comicvine.gamespot.com/lantern-1/4000-123/', '', { comicVineId: '123' }],
    ['https://comicvine.gamespot.com/lantern/4050-77/', '', { comicVineSeriesId: '77' }],
    ['https://metron.cloud/issue/55/', '', { metronId: '55' }],
    ['https://metron.cloud/series/66', '', { metronSeriesId: '66' }],
    ['', 'Scraped from Comic Vine [CVDB123].', { comicVineId: '123' }],
    ['', 'Tagged with X using info from Comic Vine on 2020-01-01. [Issue ID 123]', { comicVineId: '123' }],
    ['', 'Tagged with X using info from Metron on 2020-01-01. [issue_id:55]', { metronId: '55' }],
    ['https://example.com/4000-123', 'nothing', {}],
  ])('ids at Comic Vine and Metron are found: %s%s', (web, notes, ids) => {
    const { comicVineId, comicVineSeriesId, metronId, metronSeriesId } = inside(
      `<Web>${web}</Web><Notes>${notes}</Notes>`,
    )
    expect(JSON.parse(JSON.stringify({ comicVineId, comicVineSeriesId, metronId, metronSeriesId }))).toEqual(ids)
  })
})

describe('the encoding of a ComicInfo.xml', () => {
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><ComicInfo><Series>Zoé</Series></ComicInfo>`

  test.each([
    ['utf-8', 'utf8', ''],
    ['utf-8', 'utf8', '\ufeff'],
    ['utf-16', 'utf8', ''],
    ['utf-16', 'utf16le', '\ufeff'],
    ['utf-16', 'utf16le', ''],
    ['utf-8', 'latin1', ''],
    ['iso-8859-1', 'latin1', ''],
    ['no-such-thing', 'latin1', ''],
  ] as const)('one that says %s and is %s is read (mark: %j)', (told, real, mark) => {
    expect(read(`${mark}${xml(told)}`, real).series).toBe('Zoé')
  })

  test('UTF-16 of the other order is read', () => {
    const bytes = Buffer.from(`\ufeff${xml('utf-16')}`, 'utf16le').swap16()
    expect(parseComicInfo(bytes).series).toBe('Zoé')
  })
})

describe('a hostile ComicInfo.xml', () => {
  test('entities that it declares are not expanded', () => {
    const declared = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    expect(read(`${declared}<ComicInfo><Title>&a;&b;</Title></ComicInfo>`).title).toBe('&a;&b;')
  })

  test.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['another element', '<Comic/>'],
    ['a tag that does not end', '<ComicInfo><Title'],
    ['elements in elements without end', `<ComicInfo>${'<a>'.repeat(100_000)}`],
    ['an entity of another file', '<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]><ComicInfo>&b;</ComicInfo>'],
    ['a name that is none', '<ComicInfo><__proto__>x</__proto__></ComicInfo>'],
  ])('%s is refused', (_, xml) => {
    expect(() => read(xml)).toThrow(/^it (?:is not XML|has no element ComicInfo)$/)
  })
})
