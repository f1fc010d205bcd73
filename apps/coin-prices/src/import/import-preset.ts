import type { ColumnMapping } from './column-mapping.ts'
import type { IntakeField } from './intake-columns.ts'

/** The export of another program. To add one, write one file that makes this, and name it in `presets.ts`. */
export type ImportPreset = {
  /** As people choose it: `numista`. */
  readonly name: string
  readonly title: string
  recognises(header: readonly string[]): boolean
  columns(header: readonly string[]): ColumnMapping<IntakeField>
}
