/** How a file was made, in words that no series has in its name: 'c2c', 'ctc', '1920px', '300dpi', 'no ads', 'webrip'. */
const words = String.raw`(?:c2c|ctc|no[ -]?ads?|web-?rip|\d{3,4}\s?(?:px|dpi))`
const marks = new RegExp(String.raw`(?<![\p{L}\d])${words}(?![\p{L}\d])`, 'giu')
const alone = new RegExp(`^${words}$`, 'iu')

export type ScanMark = { readonly at: number; readonly text: string }

export type Unmarked = {
  /** The name with spaces in the place of each mark: all else stays where it was. */
  readonly plain: string
  readonly marks: readonly ScanMark[]
}

/** Takes the marks out of a name: the digits in them are no number of an issue. */
export function takeScanMarks(name: string): Unmarked {
  const found = [...name.matchAll(marks)].map(({ 0: text, index: at }) => ({ at, text }))
  return { plain: name.replace(marks, (text) => ' '.repeat(text.length)), marks: found }
}

export function isScanMark(text: string): boolean {
  return alone.test(text)
}
