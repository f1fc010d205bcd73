import { defineSource } from 'pawl'
import { parseChapterTitle } from '../chapter/parse-chapter-title.ts'
import type { Ask, ChapterSource, FoundPage, FoundRelease } from './chapter-source.ts'
import type { ServiceOptions } from './service-options.ts'
import { badAnswer } from './shared/bad-answer.ts'
import { type Feed, type FeedItem, feedItems } from './shared/feed-items.ts'
import { httpUrl } from './shared/http-url.ts'
import { instant } from './shared/instant.ts'
import { languageOf } from './shared/language-of.ts'
import { shortId } from './shared/short-id.ts'

/** The longest name that a source of the engine can have, without what stands before the host. */
const longestHost = 190
/** What an index can hold. */
const longestUrl = 2_000

/**
 * Any RSS, Atom, RDF or JSON feed: one feed is one series. Each host is a source of its own. The engine's cache asks with what the
 * last answer had as ETag and Last-Modified, and an answer that still holds costs nobody anything.
 */
export function feed({ allowPrivate, userAgent }: Omit<ServiceOptions, 'url'>): ChapterSource {
  return {
    name: 'feed',
    title: 'Feed',
    definition: defineSource({
      name: 'feed:*',
      requestsPerMinute: 30,
      burst: 4,
      maxDeferrals: 100,
      // kept to be compared, and never to stand in: a poll that reads an old answer would count as a success
      cache: { ttlMs: 0, staleIfErrorMs: 0 },
      allowPrivate,
      userAgent,
    }),
    sourceOf: (url) => `feed:${new URL(url).host}`,
    recognise(url) {
      if (!/^https?:$/.test(url.protocol) || url.host.length > longestHost) return undefined
      const plain = new URL(url)
      plain.hash = ''
      return plain.href.length <= longestUrl ? plain.href : undefined
    },
    // without the brackets of an IPv6 address
    hostOf: (url) => new URL(url).hostname.replace(/^\[|\]$/g, ''),
    urlOf: (url) => url,
    async describe(ask, url) {
      const found = await read(ask, url)
      return found === null ? null : { title: found.title ?? new URL(url).host }
    },
    async look(ask, url) {
      const found = await read(ask, url)
      // what is no longer in it was not removed: feeds have what is new
      return found === null ? null : { pages: pages(found, url), isComplete: false }
    },
  }
}

async function read(ask: Ask, url: string): Promise<Feed | null> {
  const answer = await ask(url)
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status !== 200) throw badAnswer(new URL(url).host, 'a feed', answer)
  return feedItems(new URL(url).host, answer)
}

async function* pages(found: Feed, url: string): AsyncGenerator<FoundPage> {
  const releases = new Map<string, FoundRelease>()
  const unreadable: { id: string; reason: string }[] = []
  const links = new Map<string, number>()
  for (const { link } of found.items) if (link !== null) links.set(link, (links.get(link) ?? 0) + 1)
  for (const item of found.items) {
    // a link that all items share tells none apart
    const link = item.link !== null && links.get(item.link) === 1 ? item.link : null
    const own = item.id ?? link ?? item.title
    const id = own === null ? null : shortId(own)
    if (id === null) unreadable.push({ id: 'an item', reason: 'it has neither an id, a link nor a title' })
    else if (!releases.has(id)) {
      const release = releaseOf(item, id, found, url)
      if ('reason' in release) unreadable.push(release)
      else releases.set(id, release)
    }
  }
  yield { releases: [...releases.values()], unreadable }
}

function releaseOf(
  item: FeedItem,
  id: string,
  found: Feed,
  url: string,
): FoundRelease | { id: string; reason: string } {
  const title = item.title ?? ''
  const { isChapter, number, lastNumber, volume } = parseChapterTitle(title, { seriesTitle: found.title ?? '' })
  if (!isChapter) return { id, reason: `no chapter is named in its title '${title.slice(0, 200)}'` }
  return {
    sourceChapterId: id,
    number,
    lastNumber,
    volume,
    title: item.title,
    url: httpUrl(item.link, url) ?? url,
    language: languageOf(found.language),
    group: null,
    publishedAt: instant.safeParse(item.publishedAt).data ?? null,
    isExternal: true,
    version: 1,
  }
}
