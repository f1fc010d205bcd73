/** Control characters, and what turns the direction of a text: a title has no use for them. */
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** A text that fits: so many code points at the most, none of them cut in two. */
export function cutText(text: string, most: number): string {
  const points = [...text.replace(unwanted, ' ')]
  return points.length <= most ? points.join('') : `${points.slice(0, most - 1).join('')}…`
}
