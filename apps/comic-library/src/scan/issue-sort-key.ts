export type IssuePlace = {
  readonly isSpecial: boolean
  /** The year or volume that its series began with, if its files tell. */
  readonly volume: string | null
  /** '1', '0.5', '½', '1.MU', '-1'. */
  readonly number: string | null
  readonly year: number | null
}

/** No number is longer, and with a path beside it the key must fit in an index. */
const longest = 40

const halves: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/**
 * The place of an issue in its series, as a text that sorts by its bytes: by volume, then by number, specials at the end. Those without a
 * volume come after all that have one, as the newest chapters have none yet.
 */
export function issueSortKey({ isSpecial, volume, number, year }: IssuePlace): string {
  const parts = [isSpecial ? '1' : '0', padded(volume, '999999.999'), padded(number, ''), String(year ?? '')]
  // what is longer by a letter comes later: nothing in a part sorts before a space
  return parts.join(' ')
}

function padded(text: string | null, none: string): string {
  if (text === null) return none
  const plain = text.slice(0, longest).replace(/[½¼¾]/g, (half) => halves[half]!)
  const found = /^(-?)(\d*(?:\.\d+)?)(.*)$/s.exec(plain)
  const [, sign = '', digits = '', rest = ''] = found ?? []
  if (digits === '') return `~${plain.toLowerCase()}`
  const value = Math.min(Number(digits), 400_000) * (sign === '-' ? -1 : 1) + 500_000
  return `${value.toFixed(3).padStart(10, '0')}${rest.toLowerCase()}`
}
