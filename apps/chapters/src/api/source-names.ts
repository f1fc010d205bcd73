import type { ListedChapter } from '../tables/listed-chapters.ts'

/**
 * Where a chapter can be read, the source that had it first first. Any number of feeds share one name, so a feed is told apart by its
 * host: `mangadex, feed:comics.example`.
 */
export function sourceNames({ sources }: Pick<ListedChapter, 'sources'>): string {
  const names = sources.map(({ source, url }) => (source === 'feed' ? `feed:${new URL(url).host}` : source))
  return [...new Set(names)].join(', ')
}
