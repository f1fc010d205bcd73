import type { Coin } from './coin.ts'

/** The key that answers of a source are cached by: coins that ask the same share one answer. */
export function cacheKey(source: string, { year, mintMark, denomination, series, title }: Coin): string {
  return [source, year, mintMark, denomination, series, title].map((part) => keyPart(part)).join('|')
}

/** The separator cannot occur in a part, so that no two coins share a key by accident. */
function keyPart(part: string | number | undefined): string {
  return String(part ?? '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('%', '%25')
    .replaceAll('|', '%7c')
}
