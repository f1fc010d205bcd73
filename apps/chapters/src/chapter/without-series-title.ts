const leadingTags = /^(?:\[[^\]]*\]\s*)+/
const alphanumeric = /[\p{L}\p{N}]/u
const word = /[\p{L}\p{M}\p{N}]+/gu

type Place = { readonly start: number; readonly end: number }

/**
 * The title of an upload without the series title, which may contain numbers. Only the words are compared: a slug writes
 * 'Kaiju No. 8' as 'kaiju-no-8'. A series title without letters ('86') is removed at the beginning only: anywhere else it is
 * more likely the chapter. Both titles are normalised.
 */
export function withoutSeriesTitle(title: string, seriesTitle: string): string {
  if (seriesTitle === '') return title
  const tags = leadingTags.exec(title)?.[0] ?? ''
  const text = title.slice(tags.length)
  const at = placeOf(text, seriesTitle)
  if (at === undefined || (at.start > 0 && !/\p{L}/u.test(seriesTitle))) return title
  return `${tags}${text.slice(0, at.start)} ${text.slice(at.end)}`.trim()
}

/** Where it stands as words of its own: 'Bleach' is not in 'Bleached', nor 'No. 5' in 'No. 5.5'. */
function placeOf(text: string, seriesTitle: string): Place | undefined {
  const words = seriesTitle.match(word)
  if (words === null) return undefined
  const pattern = new RegExp(words.join(String.raw`[^\p{L}\p{M}\p{N}]+`), 'gu')
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const end = index + found.length
    const before = text[index - 1] ?? ' '
    if (!alphanumeric.test(before) && !/^[\p{L}\p{N}]|^[.,]\d/u.test(text.slice(end))) return { start: index, end }
  }
  return undefined
}
