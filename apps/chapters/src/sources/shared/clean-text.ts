/** What no text of PostgreSQL can hold, and what breaks lines of a list. */
const unwanted = /[\p{Surrogate}\p{Cc}]+/gu

/** A text of a source as it may be kept; null when nothing is in it. */
export function cleanText(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(unwanted, ' ').trim()
  return clean === '' ? null : clean
}
