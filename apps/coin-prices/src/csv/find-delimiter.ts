const delimiters = [',', ';', '\t', '|'] as const

/** The character that separates columns: the most frequent one in the header, quoted names left out. Default: comma. */
export function findDelimiter(header: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const letter of header) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1)
  }
  return delimiters.reduce((best, each) => (counts.get(each)! > counts.get(best)! ? each : best))
}

/** The header without what stands behind it: up to the first line break outside quotes. Undefined: the text has no such break. */
export function headerOf(text: string): string | undefined {
  let isQuoted = false
  let hasText = false
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]!
    if (letter === '"') isQuoted = !isQuoted
    if (!isQuoted && hasText && (letter === '\n' || letter === '\r')) return text.slice(0, index)
    hasText ||= letter.trim() !== ''
  }
  return undefined
}
