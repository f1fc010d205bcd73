const dashes = /[\u2010-\u2015\u2212\u301c\uff5e~]/g
const dates = /\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/g
/** 1,000 is a thousand, 1,5 is one and a half. */
const thousands = /(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d.,])/g
/** No title is longer, and nobody can keep us busy with one that is. */
const longest = 500
/** The second version of a file: 'c010v2'. */
const versionOfFile = /(?<=\d)v\d\b/g

/** A title as the rules expect it: one form of digits, dashes and spaces, small letters, no dates. */
export function normaliseTitle(title: string): string {
  return title
    .slice(0, longest)
    .normalize('NFKC')
    .toLowerCase()
    .replace(dashes, '-')
    .replace(dates, ' ')
    .replace(thousands, '$1$2')
    .replace(versionOfFile, '')
    .replace(/\s+/g, ' ')
    .trim()
}
