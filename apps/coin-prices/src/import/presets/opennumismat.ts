import { type ColumnMapping, nameOf } from '../column-mapping.ts'
import type { ImportPreset } from '../import-preset.ts'
import type { IntakeField } from '../intake-columns.ts'

/**
 * The list that OpenNumismat exports as CSV: semicolons, and the titles of its fields in English. Purchase and sale share the titles Date
 * and Price: the purchase stands first. Value is the number of a denomination, and Paid and Bailed (later: Bundled) are totals with
 * fees.
 */
export const openNumismat: ImportPreset = {
  name: 'opennumismat',
  title: 'OpenNumismat',
  recognises: (header) => {
    const names = new Set(header.map(nameOf))
    return (
      names.has('unit') && names.has('value') && (names.has('mint mark') || names.has('subject') || names.has('1#'))
    )
  },
  columns: (header) => {
    const names = header.map(nameOf)
    const column = (name: string, nth = 0) => names.flatMap((each, index) => (each === name ? [index] : []))[nth]
    const isSaleOnly = !names.some((name) => purchase.has(name)) && names.some((name) => sale.has(name))
    const [bought, sold] = isSaleOnly ? [-1, 0] : [0, 1]
    const found: Readonly<Partial<Record<IntakeField, number | undefined>>> = {
      ...{ title: column('name'), denomination: column('value'), unit: column('unit'), issuer: column('country') },
      ...{ year: column('year'), mintMark: column('mint mark'), series: column('series'), status: column('status') },
      ...{
        grade: column('grade'),
        gradingService: column('grader'),
        quantity: column('quantity'),
        note: column('note'),
      },
      ...{ boughtOn: column('date', bought), paid: column('price', bought), paidTotal: column('paid') },
      ...{ soldOn: column('date', sold), sold: column('price', sold) },
      ...{ soldTotal: column('bailed') ?? column('bundled') },
      catalogue: column('1#'),
    }
    return Object.fromEntries(Object.entries(found).filter(([, at]) => at !== undefined)) as ColumnMapping<IntakeField>
  },
}

const purchase = new Set(['paid', 'seller'])
const sale = new Set(['bailed', 'bundled', 'buyer'])
