import { PermanentError } from 'pawl'
import { z } from 'zod'
import type { Ask } from '../chapter-source.ts'
import { badAnswer } from '../shared/bad-answer.ts'
import { readJson } from '../shared/read-json.ts'

const Collection = z.object({
  result: z.literal('ok'),
  data: z.array(z.unknown()),
  total: z.int().min(0),
})
const Refusal = z.object({ errors: z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })) })

export type ListedBy = 'createdAt' | 'updatedAt' | 'publishAt'

/** What is asked of the feed of a manga. */
export type ChapterListQuery = {
  readonly by: ListedBy
  readonly direction: 'asc' | 'desc'
  readonly since?: Date | undefined
  readonly limit: number
  readonly offset?: number
}

/** One answer: chapters that nobody has read yet, and how many the whole list has. */
export type ChapterList = { readonly data: readonly unknown[]; readonly total: number }

/** Asks for one page of the feed of a manga; null when there is no such manga. */
export async function askForChapters(
  ask: Ask,
  base: string,
  manga: string,
  query: ChapterListQuery,
): Promise<ChapterList | null> {
  const url = `${base}/manga/${encodeURIComponent(manga)}/feed?${paramsOf(query)}`
  const answer = await ask(url)
  if (answer.status === 404) return null
  if (answer.status === 400) {
    const { errors } = readJson('MangaDex', answer, Refusal)
    const why = errors.map(({ title, detail }) => `${title}: ${detail}`).join('; ')
    throw new PermanentError(
      `MangaDex: expected the chapters of ${manga}; it refuses to answer (${why}); is the id right?`,
    )
  }
  if (answer.status !== 200) throw badAnswer('MangaDex', 'a list of chapters', answer)
  return readJson('MangaDex', answer, Collection)
}

function paramsOf({ by, direction, since, limit, offset = 0 }: ChapterListQuery): URLSearchParams {
  const params = new URLSearchParams({ limit: String(limit), [`order[${by}]`]: direction })
  if (offset > 0) params.set('offset', String(offset))
  // seconds in UTC, and neither a zone nor milliseconds: anything else is refused
  if (since !== undefined) params.set(`${by}Since`, since.toISOString().slice(0, 19))
  params.append('includes[]', 'scanlation_group')
  // the default leaves one out, and its series would look empty
  for (const rating of ['safe', 'suggestive', 'erotica', 'pornographic']) params.append('contentRating[]', rating)
  return params
}
