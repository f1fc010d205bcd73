import { generateRssFeed } from 'feedsmith'
import { chapterName } from '../chapter/chapter-name.ts'
import { cutText } from '../chapter/cut-text.ts'
import type { ListedChapter } from '../tables/listed-chapters.ts'

/** No title is longer: it would only fill the screen. */
const mostTitle = 500

/** New chapters as RSS 2.0, for programs that read feeds. */
export function rssOf(chapters: readonly ListedChapter[], about: { reader: string; link: string }): string {
  const newest = chapters[0]?.detectedAt
  return generateRssFeed({
    title: `New chapters for ${cutText(about.reader, mostTitle)}`,
    link: about.link,
    description: 'New chapters of all series that you follow',
    generator: 'Pawl',
    ttl: 15,
    ...(newest === undefined ? {} : { lastBuildDate: newest }),
    items: chapters.map((chapter) => ({
      title: cutText(`${chapter.seriesTitle}: ${chapterName(chapter)}`, mostTitle),
      // stays the same when the chapter is found elsewhere, too: a program shows it once
      guid: { value: `urn:pawl:chapters:chapter:${chapter.id}`, isPermaLink: false },
      pubDate: chapter.detectedAt,
      categories: [{ name: cutText(chapter.seriesTitle, mostTitle) }],
      ...(chapter.sources[0] === undefined ? {} : { link: chapter.sources[0].url }),
    })),
  })
}
