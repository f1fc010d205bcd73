const invisible = /[\p{Cc}\p{Cf}]+/gu
const apostrophes = /['’‘ʼ`´]/gu
/** 'S.H.I.E.L.D.' is 'SHIELD'; in 'Avengers.Hulk' the dot stands between words. */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu
/** No name is longer, and nobody can keep us busy with one that is. */
const longest = 500

/**
 * One key for all ways to write the name of a series: case, Unicode form, punctuation and spaces are evened out. Articles stay,
 * as do accents and symbols: 'The Boys' is not 'Boys', and 'C+' is not 'C'.
 *
 * @example
 * ```ts
 * seriesKey('Spider-Man:  Blue') // 'spider man blue'
 * ```
 */
export function seriesKey(name: string): string {
  const plain = name.slice(0, longest).normalize('NFKC').replace(invisible, '').replace(apostrophes, '')
  // up and down again: 'ß' and 'SS', and both forms of a small sigma, become one
  const folded = plain.toUpperCase().toLowerCase().normalize('NFKC').trim()
  const key = folded
    .replace(acronym, (letters) => letters.replaceAll('.', ''))
    .replace(/\s*&\s*/g, ' and ')
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()
  // a name of nothing but punctuation is a name too
  return key === '' ? folded : key
}
