import { defineSource } from 'pawl'
import { z } from 'zod'
import { parseChapterTitle } from '../chapter/parse-chapter-title.ts'
import type { ChapterSource, FoundPage, FoundRelease } from './chapter-source.ts'
import type { ServiceOptions } from './service-options.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { cleanText } from './shared/clean-text.ts'
import { type FeedItem, feedItems } from './shared/feed-items.ts'
import { instant } from './shared/instant.ts'
import { isEdgeFailure } from './shared/is-edge-failure.ts'
import { readJson } from './shared/read-json.ts'
import { shortId } from './shared/short-id.ts'

const SeriesAnswer = z.object({ title: z.string().nullish() })
/** `v.2 c.10-11`: the last of it in a title, as a series may be named like one. */
const numbers = /(?<!\S)(?:v\.\d\S*\s+)?c\.\d\S*(?:\s+(?:extra|omake|special|part)\b.*)?/gi
const group = /^\s*\[(.+?)\]/

/** MangaUpdates, which lists what groups release elsewhere: the feed of a series has its newest releases. */
export function mangaupdates({ url: base, allowPrivate, userAgent }: ServiceOptions): ChapterSource {
  const urlOf = (id: string) => `https://www.mangaupdates.com/series/${BigInt(id).toString(36)}`
  return {
    name: 'mangaupdates',
    title: 'MangaUpdates',
    definition: defineSource({
      name: 'mangaupdates',
      // it publishes no number, and asks for restraint
      requestsPerMinute: 60,
      burst: 2,
      maxDeferrals: 100,
      cache: { ttlMs: 0, staleIfErrorMs: 0 },
      isFailure: isEdgeFailure,
      allowPrivate,
      userAgent,
    }),
    sourceOf: () => 'mangaupdates',
    recognise({ hostname, pathname }) {
      if (hostname === 'api.mangaupdates.com') return /^\/v1\/series\/(\d{1,19})(?:\/rss)?$/.exec(pathname)?.[1]
      if (!/^(www\.)?mangaupdates\.com$/.test(hostname)) return undefined
      // the address has the id in base 36
      const id = /^\/series\/([0-9a-z]{1,12})(?:\/|$)/.exec(pathname)?.[1]
      return id === undefined ? undefined : fromBase36(id)
    },
    urlOf,
    async describe(ask, id) {
      const answer = await ask(`${base}/series/${id}`)
      if (answer.status === 404) return null
      if (answer.status !== 200) throw badAnswer('MangaUpdates', 'a series', answer)
      return { title: cleanText(readJson('MangaUpdates', answer, SeriesAnswer).title) ?? id }
    },
    async look(ask, id) {
      const answer = await ask(`${base}/series/${id}/rss`)
      if (answer.status === 404) return null
      if (answer.status !== 200) throw badAnswer('MangaUpdates', 'the feed of a series', answer)
      const { items } = await feedItems('MangaUpdates', answer)
      return { pages: pages(items, urlOf(id)), isComplete: false }
    },
  }
}

function fromBase36(text: string): string {
  let value = 0n
  for (const sign of text) value = value * 36n + BigInt(Number.parseInt(sign, 36))
  return value.toString()
}

async function* pages(items: readonly FeedItem[], url: string): AsyncGenerator<FoundPage> {
  const releases = new Map<string, FoundRelease>()
  const unreadable: { id: string; reason: string }[] = []
  for (const { id, title, publishedAt } of items) {
    // items have no id, and all link to the series: the title, which names group and number, tells them apart
    const known = shortId(id ?? title ?? 'an item')
    if (title === null) {
      unreadable.push({ id: known, reason: 'it has no title' })
      continue
    }
    const { number, lastNumber, volume, isChapter } = parseChapterTitle(title.match(numbers)?.at(-1) ?? title)
    if (!isChapter) unreadable.push({ id: known, reason: 'no chapter is named in its title' })
    else if (!releases.has(known)) {
      releases.set(known, {
        sourceChapterId: known,
        number,
        lastNumber,
        volume,
        title: null,
        url,
        language: null,
        group: cleanText(group.exec(title)?.[1]),
        publishedAt: instant.safeParse(publishedAt).data ?? null,
        isExternal: true,
        version: 1,
      })
    }
  }
  yield { releases: [...releases.values()], unreadable }
}
