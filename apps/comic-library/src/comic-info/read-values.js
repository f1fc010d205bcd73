/** What a page can be. */
export const pageTypes = /** @type {const} */ ([
  'FrontCover',
  'InnerCover',
  'Roundup',
  'Story',
  'Advertisement',
  'Editorial',
  'Letters',
  'Preview',
  'BackCover',
  'Other',
  'Deleted',
])

/** 'Unknown' is not among them: it tells nothing. */
export const ageRatings = /** @type {const} */ ([
  'Adults Only 18+',
  'Early Childhood',
  'Everyone',
  'Everyone 10+',
  'G',
  'Kids to Adults',
  'M',
  'MA15+',
  'Mature 17+',
  'PG',
  'R18+',
  'Rating Pending',
  'Teen',
  'X18+',
])

/**
 * The one of these that is meant, whatever its case and its spaces.
 * @param {string | undefined} text
 * @param {readonly string[]} values
 */
export function oneOf(text, values) {
  const plain = (/** @type {string} */ value) => value.replace(/\s+/g, '').toLowerCase()
  return text === undefined ? undefined : values.find((value) => plain(value) === plain(text))
}

/**
 * -1 stands for nothing, and so does everything outside of what can be meant.
 * @param {string | undefined} text
 * @param {number} least
 * @param {number} most
 */
export function asCount(text, least, most) {
  if (text === undefined || !/^[+]?\d{1,9}(?:\.0*)?$/.test(text)) return undefined
  const number = Number.parseInt(text, 10)
  return number >= least && number <= most ? number : undefined
}

/** @param {string | undefined} text */
export function asRating(text) {
  if (text === undefined || !/^\d(?:[.,]\d{1,6})?$/.test(text)) return undefined
  const rating = Number(text.replace(',', '.'))
  return rating <= 5 ? rating : undefined
}

/**
 * Names between commas, each once.
 * @param {string | undefined} text
 * @returns {readonly string[]}
 */
export function asList(text) {
  const names = (text ?? '').split(',').map((name) => name.replace(/\s+/g, ' ').trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/**
 * @param {string | undefined} text
 * @returns {readonly string[]}
 */
export function asWords(text) {
  return [...new Set((text ?? '').split(/\s+/).filter((word) => word !== ''))]
}

/**
 * @param {string | undefined} text
 * @returns {boolean | undefined}
 */
export function yesOrNo(text) {
  if (/^(?:yes|true|1)$/i.test(text ?? '')) return true
  return /^(?:no|false|0)$/i.test(text ?? '') ? false : undefined
}

/**
 * @param {string | undefined} text
 * @returns {import('./comic-info.ts').Manga | undefined}
 */
export function manga(text) {
  if (/^yesandrighttoleft$/i.test(text ?? '')) return 'yes-and-right-to-left'
  const isManga = yesOrNo(text)
  return isManga === undefined ? undefined : isManga ? 'yes' : 'no'
}
