import type { ListedIssue } from '../tables/listed-issues.ts'

/** What an issue is called among those of its series: `#12: The Long Night`, `Vol. 3`, or the name of its file. */
export function issueName({
  number,
  lastNumber,
  volume,
  title,
  fileName,
}: Pick<ListedIssue, 'number' | 'lastNumber' | 'volume' | 'title' | 'fileName'>): string {
  // a file that is a whole volume has its number twice
  const numbers =
    number === null || number === volume ? undefined : lastNumber === null ? `#${number}` : `#${number}–${lastNumber}`
  // many name a volume after the year in which it began: that says nothing of the issue
  const isYear = volume !== null && /^(19|20)\d\d$/.test(volume)
  const place = [volume === null || isYear ? undefined : `Vol. ${volume}`, numbers].filter(Boolean).join(' ')
  if (place === '') return title ?? fileName.replace(/\.[^.]+$/, '')
  return title === null ? place : `${place}: ${title}`
}
