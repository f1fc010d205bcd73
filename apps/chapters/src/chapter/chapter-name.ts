import type { ListedChapter } from '../tables/listed-chapters.ts'

type Named = Pick<ListedChapter, 'number' | 'lastNumber' | 'volume' | 'title'>

/** How a chapter is called: `Vol. 2 Chapter 10-11: The Door`. */
export function chapterName({ number, lastNumber, volume, title }: Named): string {
  const range = lastNumber === null ? number : `${number}-${lastNumber}`
  const place = number === null ? 'One-shot' : `${volume === null ? '' : `Vol. ${volume} `}Chapter ${range}`
  return title === null || title === '' ? place : `${place}: ${title}`
}
