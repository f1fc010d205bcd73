/** The rows of the table in a Markdown text whose first column has this heading, as cells without their code marks. */
export function markdownTable(text: string, firstHeading: string): string[][] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => cells(line)[0] === firstHeading)
  if (start === -1) throw new Error(`no table begins with '${firstHeading}'`)
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end === -1 ? undefined : end).map(cells)
}

function cells(line: string): string[] {
  const inner = line.split('|').slice(1, -1)
  return inner.map((cell) => cell.trim().replaceAll('`', ''))
}
