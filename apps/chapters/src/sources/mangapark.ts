import { defineSource } from 'pawl'
import { z } from 'zod'
import { parseChapterNumber } from '../chapter/parse-chapter-number.ts'
import { parseChapterTitle } from '../chapter/parse-chapter-title.ts'
import type { Ask, ChapterSource, FoundPage, FoundRelease } from './chapter-source.ts'
import type { ServiceOptions } from './service-options.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { cleanText } from './shared/clean-text.ts'
import { httpUrl } from './shared/http-url.ts'
import { instant } from './shared/instant.ts'
import { isEdgeFailure } from './shared/is-edge-failure.ts'
import { languageOf } from './shared/language-of.ts'
import { readEach } from './shared/read-each.ts'
import { readJson } from './shared/read-json.ts'

/** Domains change often; the newest is where people are sent. */
const site = 'https://mangapark.net'
const fields =
  'id dname title lang serial volume urlPath srcTitle sourceId dateCreate dateModify userNode { data { name } }'
const titleQuery = 'query($id: ID!) { get_comicNode(id: $id) { data { id name } } }'
const listQuery = `query($id: ID!) {
  get_comicNode(id: $id) { data { id name } }
  get_comicChapterList(comicId: $id) { data { ${fields} dupChapters { data { ${fields} } } } }
}`

const text = z.string().nullish()
const Chapter = z.object({
  id: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((id) => /^[\w-]{1,100}$/.test(id), 'is no id'),
  dname: text,
  title: text,
  lang: text,
  serial: z.number().nullish().catch(undefined),
  urlPath: text,
  srcTitle: text,
  dateCreate: instant.nullish().catch(undefined),
  userNode: z
    .object({ data: z.object({ name: text }).nullish() })
    .nullish()
    .catch(undefined),
})
const Entry = z.object({ data: z.object({ dupChapters: z.array(z.object({ data: z.unknown() })).nullish() }) })
const Answer = z.object({
  data: z.object({
    get_comicNode: z.object({ data: z.object({ name: text }).nullish() }).nullish(),
    get_comicChapterList: z.array(z.unknown()).nullish(),
  }),
})

/** MangaPark, by the GraphQL of its own pages. One answer has all chapters of a series. */
export function mangapark({ url: base, allowPrivate, userAgent }: ServiceOptions): ChapterSource {
  return {
    name: 'mangapark',
    title: 'MangaPark',
    definition: defineSource({
      name: 'mangapark',
      // it names no limit: what one reader with several windows would do
      requestsPerMinute: 120,
      burst: 4,
      maxDeferrals: 100,
      isFailure: isEdgeFailure,
      allowPrivate,
      userAgent,
    }),
    sourceOf: () => 'mangapark',
    recognise({ hostname, pathname }) {
      if (!/^(www\.)?mangapark\.[a-z]+$/.test(hostname)) return undefined
      return /^\/title\/(\d+)(?:-|\/|$)/.exec(pathname)?.[1]
    },
    urlOf: (id) => `${site}/title/${id}`,
    async describe(ask, id) {
      const { data } = await query(ask, base, titleQuery, id)
      const node = data.get_comicNode?.data
      return node === null || node === undefined ? null : { title: cleanText(node.name) ?? id }
    },
    async look(ask, id) {
      const { data } = await query(ask, base, listQuery, id)
      if (data.get_comicNode?.data === null || data.get_comicNode?.data === undefined) return null
      const page = readList(data.get_comicChapterList ?? [])
      return { pages: once(page), isComplete: page.unreadable.length === 0 }
    },
  }
}

async function query(ask: Ask, base: string, text: string, id: string): Promise<z.output<typeof Answer>> {
  const body = JSON.stringify({ query: text, variables: { id } })
  const answer = await ask(`${base}/apo/`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  if (answer.status !== 200) throw badAnswer('MangaPark', 'an answer to a query', answer)
  return readJson('MangaPark', answer, Answer)
}

/** The same chapter of other uploaders stands below the first: each is an upload of its own. */
function readList(entries: readonly unknown[]): FoundPage {
  const chapters = entries.flatMap((entry) => {
    const read = Entry.safeParse(entry)
    if (!read.success) return [entry]
    const { data } = entry as { data: unknown }
    return [data, ...(read.data.data.dupChapters ?? []).map((other) => other.data)]
  })
  return readEach(chapters, Chapter, readChapter)
}

function readChapter(chapter: z.output<typeof Chapter>): FoundRelease {
  const { number, lastNumber, volume } = parseChapterTitle(chapter.dname ?? '')
  // a short decimal comes out of a JSON number as it was written
  const serial = number ?? parseChapterNumber(String(chapter.serial ?? '')) ?? null
  return {
    sourceChapterId: chapter.id,
    number: serial,
    lastNumber,
    volume,
    title: cleanText(chapter.title),
    url: httpUrl(chapter.urlPath, site) ?? site,
    language: languageOf(chapter.lang),
    group: cleanText(chapter.srcTitle) ?? cleanText(chapter.userNode?.data?.name),
    publishedAt: chapter.dateCreate ?? null,
    isExternal: false,
    version: 1,
  }
}

async function* once(page: FoundPage): AsyncGenerator<FoundPage> {
  yield page
}
