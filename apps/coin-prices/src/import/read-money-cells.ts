import type { CellValue } from './cells/cell-value.ts'
import { currencyIn, isCurrency, readAmount } from './cells/read-amount.ts'
import type { RowReader } from './row-reader.ts'

/** The amounts of one row, all in one currency. */
export type MoneyCells<Field extends string> = {
  readonly currency: string | undefined
  readonly cents: Readonly<Partial<Record<Field, number>>>
}

/**
 * Reads the amounts of a row. Their currency is stated in a cell, in the column of currencies, or in the name of a column; else it is the
 * one that was chosen for the file. A dollar sign alone names no currency, as many countries have dollars.
 */
export function readMoneyCells<Field extends string>(
  reader: RowReader<Field | 'currency'>,
  fields: readonly Field[],
  fallback: string | undefined,
): MoneyCells<Field> {
  const filled = fields.filter((field) => reader.text(field) !== undefined)
  const stated = new Set<string>()
  const add = (currency: string | undefined) => currency !== undefined && stated.add(currency)
  add(reader.read('currency', readCurrency))
  for (const field of filled) {
    add(currencyIn(reader.text(field) ?? ''))
    add(currencyIn(reader.columnOf(field) ?? ''))
  }
  const [currency = fallback, other] = stated
  if (other !== undefined)
    reader.refuse(filled[0], 'two-currencies', `one currency in a row, not ${[...stated].join(' and ')}`)
  if (currency === undefined) {
    for (const field of filled)
      reader.refuse(field, 'no-currency', 'a currency in the file, or one chosen for all of it')
    return { currency, cents: {} as MoneyCells<Field>['cents'] }
  }
  const amounts = filled.map((field) => [field, reader.read(field, (text) => readAmount(text, currency))] as const)
  return { currency, cents: Object.fromEntries(amounts) as MoneyCells<Field>['cents'] }
}

function readCurrency(text: string): CellValue<string> {
  const value = isCurrency(text.toUpperCase()) ? text.toUpperCase() : currencyIn(text)
  return value === undefined ? { reason: 'no-currency', expected: 'a currency code, as in USD' } : { value }
}
