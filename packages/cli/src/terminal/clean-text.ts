const controls = /[\p{Cc}\u2028\u2029]+/gu

/** One line that a terminal only shows: what jobs and services wrote may hold line breaks and escape sequences. */
export function cleanText(text: string): string {
  return text.replace(controls, ' ').trim()
}
