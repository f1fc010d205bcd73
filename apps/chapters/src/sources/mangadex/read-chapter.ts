import { z } from 'zod'
import { parseChapterTitle } from '../../chapter/parse-chapter-title.ts'
import type { FoundPage, FoundRelease } from '../chapter-source.ts'
import { cleanText } from '../shared/clean-text.ts'
import { httpUrl } from '../shared/http-url.ts'
import { instant } from '../shared/instant.ts'
import { languageOf } from '../shared/language-of.ts'
import { readEach } from '../shared/read-each.ts'

const text = z.string().nullish()
/** What is not permitted to be expanded has no attributes. */
const Relationship = z.object({
  type: z.string(),
  attributes: z.object({ name: text }).nullish().catch(undefined),
})
const Chapter = z.object({
  id: z.string().regex(/^[0-9a-f-]{36}$/i, 'is no UUID'),
  attributes: z.object({
    chapter: text,
    volume: text,
    title: text,
    translatedLanguage: text,
    externalUrl: text,
    isUnavailable: z.boolean().nullish(),
    publishAt: instant,
    // as many edits as the database can count
    version: z.int32().min(1).catch(1),
    pages: z.int().nullish(),
  }),
  relationships: z.array(Relationship).catch([]),
})

/** The chapters of one answer. */
export function readChapters(data: readonly unknown[]): FoundPage {
  return readEach(data, Chapter, readChapter)
}

function readChapter({ id, attributes, relationships }: z.output<typeof Chapter>): FoundRelease | null {
  // nobody can read it any more: as good as removed, and a complete look finds that out
  if (attributes.isUnavailable === true) return null
  const { number, lastNumber } = parseChapterTitle(attributes.chapter ?? '')
  const { volume } = parseChapterTitle(`vol ${attributes.volume ?? ''}`)
  const groups = relationships.flatMap(({ type, attributes }) =>
    type === 'scanlation_group' ? (cleanText(attributes?.name) ?? []) : [],
  )
  const externalUrl = httpUrl(attributes.externalUrl)
  return {
    sourceChapterId: id,
    number,
    lastNumber,
    volume,
    // a number that is none ('Prologue') is all the name that there is
    title: cleanText(attributes.title) ?? (number === null ? cleanText(attributes.chapter) : null),
    url: externalUrl ?? `https://mangadex.org/chapter/${id}`,
    language: languageOf(attributes.translatedLanguage),
    group: groups.length === 0 ? null : groups.join(' & '),
    publishedAt: attributes.publishAt,
    isExternal: externalUrl !== undefined || attributes.pages === 0,
    version: attributes.version,
  }
}
