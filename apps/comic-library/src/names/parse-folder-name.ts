import type { FolderName } from './folder-name.ts'

const bracketed = /[([{][^()[\]{}]*[)\]}]/g
const yearIn =
  /^[([{]\s*(?:[\p{L}.]+\s+)?((?:18|19|20)\d\d)(?:\s*[-–—]\s*(?:(?:18|19|20)\d\d|present|ongoing)?)?\s*[)\]}]$/iu
const volumeAtEnd = /(?:^|[\s,_-]+)(?:v|vol\.?|volume|tome|band|tomo)[\s._]*(\d{1,4})$/i
const longest = 500

/**
 * Reads the name of a folder. Only what is in brackets at the end, and a volume, is taken off the name.
 *
 * @example
 * ```ts
 * parseFolderName('Batman (2016)') // { series: 'Batman', volume: null, year: 2016 }
 * ```
 */
export function parseFolderName(name: string): FolderName {
  const whole = tidy(name.slice(0, longest))
  const years = (whole.match(bracketed) ?? []).map((group) => yearIn.exec(group)?.[1])
  const year = years.find((found) => found !== undefined)
  const bare = tidy(whole.replace(bracketed, ' '))
  const volume = volumeAtEnd.exec(bare)
  const series = tidy(volume === null ? bare : bare.slice(0, volume.index)).replace(/[\s,_-]+$/, '')
  return {
    series: series || bare || whole,
    volume: volume === null ? null : String(Number(volume[1])),
    year: year === undefined ? null : Number(year),
  }
}

function tidy(text: string): string {
  const spaced = /\s/.test(text.trim()) ? text : text.replaceAll('_', ' ')
  return spaced.normalize('NFC').replace(/\s+/g, ' ').trim()
}
