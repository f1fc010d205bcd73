/** Google's limit, in bytes: eight times the longest address of a browser, and one for the end of the line. */
export const maxLineBytes = 8 * 2083 - 1

/**
 * What a byte order mark may have become before it comes here: itself, the first bytes of one, which cannot be decoded, or its
 * bytes as Latin-1. Google's parser skips as many of its bytes as there are.
 */
const mark = /^(?:\ufeff|\ufffd{1,2}|\u00ef(?:\u00bb\u00bf?)?)/

/** The lines of a robots.txt. Of a line that is too long the beginning counts, as Google's parser has it. */
export function splitLines(text: string): readonly string[] {
  return text
    .replace(mark, '')
    .split(/\r\n|\r|\n/)
    .map(cutLine)
}

function cutLine(line: string): string {
  // no character takes more than three bytes a UTF-16 unit
  if (line.length * 3 <= maxLineBytes) return line
  const bytes = new TextEncoder().encode(line)
  if (bytes.length <= maxLineBytes) return line
  // as a stream: half a character at the cut is left out
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxLineBytes), { stream: true })
}
