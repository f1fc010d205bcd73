import type { Manga } from './comic-info.ts'

/** What a page can be. */
export const pageTypes: readonly string[] = [
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
]

/** 'Unknown' is not among them: it tells nothing. */
export const ageRatings: readonly string[] = [
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
]

/** The one of these that is meant, whatever its case and its spaces. */
export function oneOf(text: string | undefined, values: readonly string[]): string | undefined {
  const plain = (value: string) => value.replace(/\s+/g, '').toLowerCase()
  return text === undefined ? undefined : values.find((value) => plain(value) === plain(text))
}

/** -1 stands for nothing, and so does everything outside of what can be meant. */
export function asCount(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^[+]?\d{1,9}(?:\.0*)?$/.test(text)) return undefined
  const number = Number.parseInt(text, 10)
  return number >= least && number <= most ? number : undefined
}

export function asRating(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d(?:[.,]\d{1,6})?$/.test(text)) return undefined
  const rating = Number(text.replace(',', '.'))
  return rating <= 5 ? rating : undefined
}

/** Names between commas, each once. */
export function asList(text: string | undefined): readonly string[] {
  const names = (text ?? '').split(',').map((name) => name.replace(/\s+/g, ' ').trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

export function asWords(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((word) => word !== ''))]
}

export function yesOrNo(text: string | undefined): boolean | undefined {
  if (/^(?:yes|true|1)$/i.test(text ?? '')) return true
  return /^(?:no|false|0)$/i.test(text ?? '') ? false : undefined
}

export function manga(text: string | undefined): Manga | undefined {
  if (/^yesandrighttoleft$/i.test(text ?? '')) return 'yes-and-right-to-left'
  const isManga = yesOrNo(text)
  return isManga === undefined ? undefined : isManga ? 'yes' : 'no'
}
