import type { Intake } from '../coin/intake.ts'
import { intakeCells } from '../export/export-coins.ts'
import { guessColumns } from './column-mapping.ts'
import { type IntakeField, intakeColumns } from './intake-columns.ts'
import { type IntakeOptions, readIntake } from './read-intake.ts'
import type { Refusal } from './refusal.ts'

/** What a person states about one coin, by field. An empty text removes what was stated before. */
export type StatedFields = Readonly<Partial<Record<IntakeField, string>>>

/** A field that was refused. Null: the coin as a whole. */
export type StatedRefusal = Omit<Refusal, 'row' | 'column'> & { readonly field: IntakeField | null }

/** Reads what a person states about one coin as a row of a file is read. What is not stated stays as it is in `before`. */
export function readStated(
  stated: StatedFields,
  { before, ...options }: IntakeOptions & { readonly before?: Intake | undefined } = {},
): { readonly intake: Intake } | { readonly refusals: readonly StatedRefusal[] } {
  const { header, cells } = intakeCells(before ?? { status: options.status ?? 'owned', quantity: 1 })
  const mapping = guessColumns(header, intakeColumns)
  // a coin that is new states no status: a sale makes it sold
  const texts = before === undefined ? cells.map(() => '') : [...cells]
  for (const [field, text] of Object.entries(stated) as [IntakeField, string][]) texts[mapping[field]!] = text
  const read = readIntake({ row: 1, cells: texts }, { header, mapping }, options)
  if ('intake' in read) return read
  const fieldOf = (column: string | null) =>
    (Object.keys(mapping) as IntakeField[]).find((field) => header[mapping[field]!] === column) ?? null
  return { refusals: read.refusals.map(({ row: _, column, ...rest }) => ({ ...rest, field: fieldOf(column) })) }
}
