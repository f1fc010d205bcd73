/** Which column of a file has which field: the number of the column from 0. */
export type ColumnMapping<Field extends string> = Readonly<Partial<Record<Field, number>>>

/** What a person chooses: for a field the name of a column, its number from 1, or null for none. */
export type ChosenColumns<Field extends string> = Readonly<Partial<Record<Field, string | number | null>>>

/** The names that a column with this field usually has, the surest first. They are compared as `nameOf` writes them. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** A choice of columns that does not fit the header of the file. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError'
}

/** A name of a column for comparison: lower case, without punctuation and without what stands in parentheses. */
export function nameOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
}

/** Finds the column of each field by its usual names. Each column is used once. */
export function guessColumns<Field extends string>(
  header: readonly string[],
  names: Partial<ColumnNames<Field>>,
): ColumnMapping<Field> {
  const free = new Map(header.map((name, column) => [column, nameOf(name)]))
  const mapping: Partial<Record<Field, number>> = {}
  const entries = Object.entries(names) as [Field, readonly string[]][]
  const longest = Math.max(...entries.map(([, usual]) => usual.length))
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [field, { [rank]: usual }] of entries) {
      if (usual === undefined || mapping[field] !== undefined) continue
      const column = [...free].find(([, name]) => name === usual)?.[0]
      if (column === undefined) continue
      mapping[field] = column
      free.delete(column)
    }
  }
  return mapping
}

/** Puts what a person chose over what was guessed. A column that is chosen for one field is taken from all others. */
export function withChosen<Field extends string>(
  guessed: ColumnMapping<Field>,
  chosen: ChosenColumns<Field>,
  { header, fields }: { readonly header: readonly string[]; readonly fields: readonly Field[] },
): ColumnMapping<Field> {
  const mapping: Partial<Record<Field, number>> = { ...guessed }
  const entries = Object.entries(chosen) as [Field, string | number | null][]
  const columns = entries.map(([field, column]) => {
    if (!fields.includes(field)) throw new ColumnError(`expected a field out of ${fields.join(', ')}; got '${field}'`)
    return [field, column === null ? undefined : columnOf(column, header)] as const
  })
  const taken = new Set(columns.map(([, column]) => column))
  for (const field of fields) if (taken.has(mapping[field])) delete mapping[field]
  for (const [field, column] of columns) {
    if (column === undefined) delete mapping[field]
    else mapping[field] = column
  }
  return mapping
}

function columnOf(chosen: string | number, header: readonly string[]): number {
  if (typeof chosen === 'number') {
    if (Number.isInteger(chosen) && chosen >= 1 && chosen <= header.length) return chosen - 1
    throw new ColumnError(`expected a column from 1 to ${header.length}; got ${chosen}`)
  }
  const same = (test: (name: string) => boolean) => header.flatMap((name, column) => (test(name) ? [column] : []))
  const exact = same((name) => name.trim() === chosen.trim())
  const found = exact.length > 0 ? exact : same((name) => nameOf(name) === nameOf(chosen))
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new ColumnError(`expected a column out of ${header.map((name) => `'${name}'`).join(', ')}; got '${chosen}'`)
  }
  const numbers = found.map((column) => column + 1).join(' and ')
  throw new ColumnError(`the columns ${numbers} are both called '${chosen}': choose one by its number`)
}
