import { type ChosenColumns, ColumnError, type ColumnMapping, guessColumns, withChosen } from './column-mapping.ts'
import { type IntakeField, intakeColumns, intakeFields } from './intake-columns.ts'
import { importPresets } from './presets.ts'

/** How the columns of a file are read, to be shown to a person before and after an import. */
export type ImportPlan = {
  /** Undefined: no preset fits, and the columns are found by usual names. */
  readonly preset: string | undefined
  readonly header: readonly string[]
  readonly mapping: ColumnMapping<IntakeField>
  /** Columns that no field is read from. */
  readonly unused: readonly string[]
}

export type PlanOptions = {
  /** Default: the first preset that recognises the header. `none`: no preset. */
  readonly preset?: string | undefined
  readonly columns?: ChosenColumns<IntakeField> | undefined
}

/** Decides which column has which field. Throws a `ColumnError` where a choice does not fit the file. */
export function planImport(header: readonly string[], { preset, columns = {} }: PlanOptions = {}): ImportPlan {
  const chosen = presetOf(header, preset)
  const guessed = chosen?.columns(header) ?? guessColumns(header, intakeColumns)
  const mapping = withChosen(guessed, columns, { header, fields: intakeFields })
  if (!identifying.some((field) => mapping[field] !== undefined)) {
    throw new ColumnError(
      `expected a column for one of ${identifying.join(', ')}; got ${header.map((name) => `'${name}'`).join(', ')}: ` +
        'choose the columns by name or number',
    )
  }
  const used = new Set<number>(Object.values(mapping))
  return { preset: chosen?.name, header, mapping, unused: header.filter((_, column) => !used.has(column)) }
}

function presetOf(header: readonly string[], name: string | undefined) {
  if (name === 'none') return undefined
  if (name === undefined) return importPresets.find((each) => each.recognises(header))
  const found = importPresets.find((each) => each.name === name)
  if (found !== undefined) return found
  throw new ColumnError(
    `expected a preset out of none, ${importPresets.map((each) => each.name).join(', ')}; got '${name}'`,
  )
}

/** A row without any of these names no coin. */
export const identifying = [
  ...(['title', 'series', 'denomination', 'certificate', 'pcgsNumber', 'numistaNumber', 'kmNumber'] as const),
  'catalogue' as const,
]
