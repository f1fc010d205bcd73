import type { CellValue } from './cell-value.ts'

export type CatalogueCell = {
  readonly kmNumber?: string | undefined
  readonly numistaNumber?: string | undefined
  readonly pcgsNumber?: string | undefined
}

/** Numbers of the catalogues that are known here, out of a cell with numbers of any: `KM# 203, Schön# 12`. */
export function readCatalogue(text: string): CatalogueCell {
  return {
    kmNumber: /\bKM\s*#?\s*([a-z]*\d+(?:\.\d+)?[a-z]*)/i.exec(text)?.[1],
    numistaNumber: /\bN(?:umista)?\s*#\s*(\d+)/i.exec(text)?.[1],
    pcgsNumber: /\bPCGS\s*#?\s*(\d+)/i.exec(text)?.[1],
  }
}

/** `KM# 203` and `203` are the same number. */
export function readKmNumber(text: string): CellValue<string> {
  return { value: text.replace(/^KM\s*#?\s*/i, '') }
}

/** `1340`, `N# 1340`, and the address of the page of a type. */
export function readNumistaNumber(text: string): CellValue<string> {
  const [, value] = /^(?:N\s*#\s*|\S*numista\.com\/(?:catalogue\/pieces)?)?(\d{1,9})(?:\.html)?$/i.exec(text) ?? []
  return value === undefined ? { reason: 'no-number', expected: 'a number of Numista, as in 1340' } : { value }
}

export function readPcgsNumber(text: string): CellValue<string> {
  const [, value] = /^(?:PCGS\s*#?\s*)?(\d{1,9})(?:\.0+)?$/i.exec(text) ?? []
  return value === undefined ? { reason: 'no-number', expected: 'a number of PCGS, as in 7130' } : { value }
}
