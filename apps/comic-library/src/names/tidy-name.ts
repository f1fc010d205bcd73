const extension = /\.(?:cb[zr7t]|zip|rar|7z)$/i
const dashes = /[\u2010-\u2015\u2212\u301c\uff5e]/g
const invisible = /[\p{Cc}\p{Cf}]+/gu
/** A dot that stands for a space: behind a word, before a word or a number. 'S.H.I.E.L.D.', 'F.1' and 'Mr. X' keep theirs. */
const dotBetweenWords = /(?<=\p{L}\p{Ll})\.(?=\p{L}\p{Ll}|\d\d)/gu
/** No name is longer, and nobody can keep us busy with one that is. */
const longest = 500

/** The name of a file as the rules expect it: no extension, one kind of dash, digit and space. */
export function tidyName(name: string): string {
  return name
    .slice(0, longest)
    .replace(extension, '')
    .normalize('NFC')
    .replace(/[０-９＃（）［］]/g, (wide) => wide.normalize('NFKC'))
    .replace(invisible, '')
    .replace(dashes, '-')
    .replaceAll('_', ' ')
    .replace(dotBetweenWords, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
