import type { ComicInfo, ComicPage, ComicPersonRole, StoryArc } from './comic-info.ts'
import { decodeXml } from './decode-xml.ts'
import { outsideIds } from './outside-ids.ts'
import { readElements } from './read-elements.ts'
import { ageRatings, asCount, asList, asRating, asWords, manga, oneOf, pageTypes, yesOrNo } from './read-values.ts'

const roles: readonly (readonly [ComicPersonRole, string])[] = [
  ['writer', 'Writer'],
  ['penciller', 'Penciller'],
  ['inker', 'Inker'],
  ['colorist', 'Colorist'],
  ['letterer', 'Letterer'],
  ['cover-artist', 'CoverArtist'],
  ['editor', 'Editor'],
  ['translator', 'Translator'],
]

/**
 * Reads a ComicInfo.xml of any version, its elements in any order. Only a file that is no ComicInfo.xml at all is refused: what
 * cannot be understood in one is left out.
 */
export function parseComicInfo(bytes: Uint8Array): ComicInfo {
  const { text, pages } = readElements(decodeXml(bytes))
  const list = (name: string) => asList(text(name))
  const count = (name: string, least = 0, most = 100_000) => asCount(text(name), least, most)
  const web = text('Web')
  return withoutGaps<ComicInfo>({
    title: text('Title'),
    series: text('Series'),
    number: text('Number'),
    count: count('Count', 1),
    volume: count('Volume'),
    alternateSeries: text('AlternateSeries'),
    alternateNumber: text('AlternateNumber'),
    alternateCount: count('AlternateCount', 1),
    localizedSeries: text('LocalizedSeries'),
    seriesSort: text('SeriesSort'),
    summary: text('Summary'),
    notes: text('Notes'),
    year: count('Year', 1000, 9999),
    month: count('Month', 1, 12),
    day: count('Day', 1, 31),
    people: roles.flatMap(([role, name]) => list(name).map((person) => ({ role, name: person }))),
    publisher: text('Publisher'),
    imprint: text('Imprint'),
    genres: list('Genre'),
    tags: list('Tags'),
    web: asWords(web),
    pageCount: count('PageCount', 1),
    language: text('LanguageISO'),
    format: text('Format'),
    blackAndWhite: yesOrNo(text('BlackAndWhite')),
    manga: manga(text('Manga')),
    characters: list('Characters'),
    teams: list('Teams'),
    locations: list('Locations'),
    scanInformation: text('ScanInformation'),
    storyArcs: storyArcs(list('StoryArc'), (text('StoryArcNumber') ?? '').split(',')),
    seriesGroups: list('SeriesGroup'),
    ageRating: oneOf(text('AgeRating'), ageRatings),
    pages: pages.flatMap(asPage),
    communityRating: asRating(text('CommunityRating')),
    mainCharacterOrTeam: text('MainCharacterOrTeam'),
    review: text('Review'),
    gtin: text('GTIN'),
    ...outsideIds(web ?? '', text('Notes') ?? ''),
  })
}

function storyArcs(names: readonly string[], numbers: readonly string[]): StoryArc[] {
  return names.map((name, index) => {
    const number = numbers[index]?.trim()
    return number ? { name, number } : { name }
  })
}

function asPage({ image, type, doublepage, bookmark }: Readonly<Record<string, string>>): ComicPage[] {
  const number = asCount(image, 0, 100_000)
  if (number === undefined) return []
  return [
    withoutGaps<ComicPage>({
      image: number,
      type: oneOf(type, pageTypes),
      isDoublePage: yesOrNo(doublepage),
      bookmark: bookmark || undefined,
    }),
  ]
}

/** Without what is not there: a key that is undefined would be another value after JSON. */
function withoutGaps<T extends object>(values: { readonly [name in keyof T]: T[name] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
