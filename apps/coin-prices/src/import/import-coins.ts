import type { Intake } from '../coin/intake.ts'
import { type CsvFault, type CsvRow, type ReadCsvOptions, readCsv } from '../csv/read-csv.ts'
import { ColumnError } from './column-mapping.ts'
import { importKeys } from './import-key.ts'
import { type ImportPlan, type PlanOptions, planImport } from './plan-import.ts'
import { type IntakeOptions, readIntake } from './read-intake.ts'
import type { Refusal } from './refusal.ts'

export type ImportCoinsOptions = PlanOptions & IntakeOptions & ReadCsvOptions

/** What an import finds, in the order of the file: first how its columns are read, then each row. */
export type ImportedRow =
  | { readonly kind: 'plan'; readonly plan: ImportPlan }
  | { readonly kind: 'coin'; readonly row: number; readonly intake: Intake; readonly importKey: string }
  | { readonly kind: 'refused'; readonly row: number; readonly refusals: readonly Refusal[] }

/**
 * Reads a file of coins, row after row. Each row is a checked intake or has been refused with reasons. Throws a `ColumnError` where the
 * file has no rows, or its columns are not known.
 *
 * @example
 * ```ts
 * for await (const item of importCoins(createReadStream('coins.csv'), { currency: 'USD' })) {
 *   if (item.kind === 'refused') for (const { row, column, expected } of item.refusals) console.log(row, column, expected)
 * }
 * ```
 */
export async function* importCoins(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportCoinsOptions = {},
): AsyncGenerator<ImportedRow> {
  let plan: ImportPlan | undefined
  const keyOf = importKeys()
  for await (const item of readCsv(bytes, options)) {
    if ('fault' in item) {
      yield { kind: 'refused', row: item.row, refusals: [refusalOf(item)] }
    } else if (plan === undefined) {
      plan = planImport(withoutEmptyEnd(item), options)
      yield { kind: 'plan', plan }
    } else {
      const read = readIntake(item, plan, options)
      yield 'intake' in read
        ? { kind: 'coin', row: item.row, intake: read.intake, importKey: keyOf(read.intake) }
        : { kind: 'refused', row: item.row, refusals: read.refusals }
    }
  }
  if (plan === undefined) throw new ColumnError('expected a header and rows; the file has no text')
}

/** The message about text that cannot be divided into rows. */
export function refusalOf({ row, fault }: CsvFault): Refusal {
  const expected =
    fault === 'quote-not-closed'
      ? 'a closing quote; this row and all after it were not read'
      : 'a shorter row: a quote may not be closed; this row and all after it were not read'
  return { row, column: null, reason: fault, expected, got: '' }
}

/** The header as it is mapped: many exports end it with a delimiter. */
export function withoutEmptyEnd({ cells }: CsvRow): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map((cell) => cell.trim())
}
