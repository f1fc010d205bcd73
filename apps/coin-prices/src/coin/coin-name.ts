import type { Intake } from './intake.ts'

/** How a coin is called in lists and messages: its title, or what is known of it. One line. */
export function coinName({ title, year, mintMark, series, denomination, grade }: Intake): string {
  const date = year === undefined ? '' : mintMark ? `${year}-${mintMark}` : String(year)
  const parts = title === undefined ? [date, series, denomination, grade] : [title]
  const name = parts
    .filter(Boolean)
    .join(' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return name === '' ? 'coin without a title' : name
}
