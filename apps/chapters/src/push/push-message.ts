import { chapterName } from '../chapter/chapter-name.ts'
import { cutText } from '../chapter/cut-text.ts'
import type { ListedChapter } from '../tables/listed-chapters.ts'

const mostTitle = 100
const mostBody = 300
const mostUrl = 1_000

/** What a browser gets to show: never more than a push message may have, whatever titles and addresses there are. */
export function pushMessage(chapter: ListedChapter): Buffer {
  const url = chapter.sources[0]?.url
  return Buffer.from(
    JSON.stringify({
      title: cutText(chapter.seriesTitle, mostTitle),
      body: cutText(chapterName(chapter), mostBody),
      ...(url === undefined || Buffer.byteLength(url) > mostUrl ? {} : { url }),
      seriesId: chapter.seriesId,
      chapterId: chapter.id,
    }),
  )
}
