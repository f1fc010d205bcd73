import type { parseFeed } from 'feedsmith'
import type { FetchAnswer } from 'pawl'
import { badAnswer } from './bad-answer.ts'
import { cleanText } from './clean-text.ts'

/** An item of a feed of any kind. */
export type FeedItem = {
  /** What the feed itself tells it apart by. */
  readonly id: string | null
  readonly title: string | null
  readonly link: string | null
  readonly publishedAt: string | null
}
export type Feed = {
  readonly title: string | null
  readonly language: string | null
  readonly items: readonly FeedItem[]
}

/**
 * Reads RSS, Atom, RDF and JSON feeds, whatever their content type says: many sites do not know it. The parser is loaded for the first
 * feed: that takes longer than loading the rest of the application, and most processes read none.
 */
export async function feedItems(source: string, answer: FetchAnswer): Promise<Feed> {
  const feedsmith = await import('feedsmith')
  let parsed: ReturnType<typeof parseFeed>
  try {
    parsed = feedsmith.parseFeed(answer.text())
  } catch (error) {
    throw badAnswer(source, 'an RSS, Atom, RDF or JSON feed', answer, error)
  }
  switch (parsed.format) {
    case 'rss': {
      const { title, language, items = [] } = parsed.feed
      return feed(
        title,
        language,
        items.map((each) => item(each.guid?.value, each.title, each.link, each.pubDate ?? each.dc?.dates?.[0])),
      )
    }
    case 'atom': {
      const { title, entries = [] } = parsed.feed
      return feed(
        title?.value,
        undefined,
        entries.map((each) => {
          const link = each.links?.find(({ rel = 'alternate' }) => rel === 'alternate') ?? each.links?.[0]
          return item(each.id, each.title?.value, link?.href, each.published ?? each.updated)
        }),
      )
    }
    case 'rdf': {
      const { title, items = [] } = parsed.feed
      return feed(
        title,
        undefined,
        items.map((each) => item(each.rdf?.about, each.title, each.link, each.dc?.dates?.[0])),
      )
    }
    case 'json': {
      const { title, language, items = [] } = parsed.feed
      return feed(
        title,
        language,
        items.map((each) => item(each.id, each.title, each.url, each.date_published)),
      )
    }
  }
}

function feed(title: unknown, language: unknown, items: readonly FeedItem[]): Feed {
  return { title: text(title), language: text(language), items }
}

function item(id: unknown, title: unknown, link: unknown, publishedAt: unknown): FeedItem {
  return { id: text(id), title: text(title), link: text(link), publishedAt: text(publishedAt) }
}

/** Whatever a feed has in the place of a text. */
function text(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)) : null
}
