const leadingTags = /^(?:\[[^\]]*\]\s*)+/
const alphanumeric = /[\p{L}\p{N}]/u

/**
 * The title of an upload without the series' own, which may have numbers in it. A series whose title has no letters ('86') is
 * taken away at the beginning alone: anywhere else it is more likely to be the chapter. Both titles are normalised.
 */
export function withoutSeriesTitle(title: string, seriesTitle: string): string {
  if (seriesTitle === '') return title
  const tags = leadingTags.exec(title)?.[0] ?? ''
  const text = title.slice(tags.length)
  const at = placeOf(text, seriesTitle)
  if (at === undefined || (at > 0 && !/\p{L}/u.test(seriesTitle))) return title
  return `${tags}${text.slice(0, at)} ${text.slice(at + seriesTitle.length)}`.trim()
}

/** Where it stands as words of its own: 'Bleach' is not in 'Bleached', nor 'No. 5' in 'No. 5.5'. */
function placeOf(text: string, seriesTitle: string): number | undefined {
  for (let at = text.indexOf(seriesTitle); at >= 0; at = text.indexOf(seriesTitle, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + seriesTitle.length)
    if (!alphanumeric.test(before) && !/^[\p{L}\p{N}]|^[.,]\d/u.test(after)) return at
  }
  return undefined
}
