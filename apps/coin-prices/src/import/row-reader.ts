import { withFormula } from '../csv/formula.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { CellValue } from './cells/cell-value.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { Refusal, RefusalReason } from './refusal.ts'

/** Reads the cells of one row by field, and collects what is wrong with them. */
export type RowReader<Field extends string> = {
  /** Undefined: the file has no such column, the cell is empty, or it was refused. */
  text(field: Field, maxLength?: number): string | undefined
  read<T>(field: Field, parse: (text: string) => CellValue<T>, maxLength?: number): T | undefined
  /** Undefined field: the row as a whole. */
  refuse(field: Field | undefined, reason: RefusalReason, expected: string): void
  /** The name of the field's column. */
  columnOf(field: Field): string | undefined
  readonly refusals: readonly Refusal[]
}

export type FileColumns<Field extends string> = {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping<Field>
}

export function rowReader<Field extends string>(
  { row, cells }: CsvRow,
  { header, mapping }: FileColumns<Field>,
): RowReader<Field> {
  const refusals: Refusal[] = []
  const cellOf = (field: Field) => cells[mapping[field] ?? -1]?.trim() ?? ''
  const columnOf = (field: Field) => header[mapping[field] ?? -1]
  const refuse: RowReader<Field>['refuse'] = (field, reason, expected) => {
    const column = field === undefined ? null : (columnOf(field) ?? null)
    const got = field === undefined ? cells.join(' | ') : cellOf(field)
    refusals.push({ row, column, reason, expected, got: got.slice(0, 100) })
  }
  const text = (field: Field, maxLength = 200) => {
    const cell = withFormula(cellOf(field))
    if (cell === '') return undefined
    if (/[\0\ufffd]/.test(cell)) refuse(field, 'unreadable', 'text in UTF-8, UTF-16 or Windows-1252')
    else if (cell.length > maxLength) refuse(field, 'too-long', `at most ${maxLength} characters`)
    else return cell
    return undefined
  }
  const read = <T>(field: Field, parse: (text: string) => CellValue<T>, maxLength?: number) => {
    const cell = text(field, maxLength)
    if (cell === undefined) return undefined
    const result = parse(cell)
    if ('value' in result) return result.value
    refuse(field, result.reason, result.expected)
    return undefined
  }
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    refuse(undefined, 'too-many-cells', `${header.length} columns as in the header; a delimiter in a text needs quotes`)
  }
  return { text, read, refuse, columnOf, refusals }
}
