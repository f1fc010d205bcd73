import type { FileName } from './file-name.ts'
import { parseFileName } from './parse-file-name.ts'

/** What a table of file names says that a name tells. An empty text stands for nothing. */
export type ExpectedName = Partial<
  Record<'series' | 'issue' | 'volume' | 'year' | 'issue_count' | 'title', string | undefined>
>

export type NameOfTable = { readonly filename: string; readonly expected: ExpectedName }

export type NameScore = {
  readonly names: number
  /** Of which every field is right. */
  readonly right: number
  readonly fields: number
  readonly rightFields: number
  readonly differences: readonly NameDifference[]
}

export type NameDifference = {
  readonly filename: string
  readonly field: string
  readonly expected: string
  readonly found: string
}

const compared = [
  ['series', 'series'],
  ['issue', 'number'],
  ['volume', 'volume'],
  ['year', 'year'],
  ['issue_count', 'count'],
  ['title', 'title'],
] as const satisfies readonly (readonly [keyof ExpectedName, keyof FileName])[]

/** Reads every name of a table and counts what is right. Only fields that the table has are compared. */
export function scoreNames(table: readonly NameOfTable[]): NameScore {
  const differences: NameDifference[] = []
  const wrong = new Set<NameOfTable>()
  let fields = 0
  for (const entry of table) {
    const read = parseFileName(entry.filename)
    for (const [field, ours] of compared) {
      const expected = entry.expected[field]
      if (expected === undefined) continue
      fields += 1
      const found = String(read[ours] ?? '')
      if (found === expected) continue
      wrong.add(entry)
      differences.push({ filename: entry.filename, field, expected, found })
    }
  }
  const [names, right] = [table.length, table.length - wrong.size]
  return { names, right, fields, rightFields: fields - differences.length, differences }
}
