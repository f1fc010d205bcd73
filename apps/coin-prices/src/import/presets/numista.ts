import type { ColumnNames } from '../column-mapping.ts'
import { guessColumns, nameOf } from '../column-mapping.ts'
import type { ImportPreset } from '../import-preset.ts'
import type { IntakeField } from '../intake-columns.ts'

/**
 * The collection that Numista exports; members choose the columns. Currency is the unit of the face value, and the currency of a price is
 * in the title of its column: `Buying price (USD)`. Year may be of another calendar, Gregorian year is not.
 */
export const numistaExport: ImportPreset = {
  name: 'numista',
  title: 'Numista',
  recognises: (header) => {
    const names = new Set(header.map(nameOf))
    return names.has('n# number') || (names.has('face value') && names.has('gregorian year'))
  },
  columns: (header) => guessColumns(header, columns),
}

const columns: Partial<ColumnNames<IntakeField>> = {
  issuer: ['issuer', 'country'],
  denomination: ['face value'],
  unit: ['currency'],
  year: ['gregorian year', 'year'],
  mintMark: ['mintmark', 'mint letter'],
  title: ['title'],
  kind: ['type'],
  grade: ['grade'],
  gradingService: ['grading company'],
  certificate: ['slab number'],
  numistaNumber: ['n# number', 'numista number'],
  catalogue: ['reference', 'references'],
  quantity: ['quantity'],
  note: ['private comment', 'public comment', 'comment', 'note'],
  boughtOn: ['acquisition date'],
  paid: ['buying price'],
}
