import type { ColumnNames } from './column-mapping.ts'

/**
 * What a column of a coin file can hold. Beside the columns of an intake: `unit` completes a denomination that is a number, `catalogue` has
 * numbers of several catalogues, `kind` says what else than a coin a row is, `gradingService` completes a grade, and the totals
 * include fees.
 */
export type IntakeField =
  | 'status'
  | 'issuer'
  | 'denomination'
  | 'unit'
  | 'year'
  | 'mintMark'
  | 'series'
  | 'title'
  | 'kind'
  | 'grade'
  | 'gradingService'
  | 'certificate'
  | 'pcgsNumber'
  | 'numistaNumber'
  | 'kmNumber'
  | 'catalogue'
  | 'quantity'
  | 'note'
  | 'pictures'
  | 'boughtOn'
  | 'paid'
  | 'paidFees'
  | 'paidTotal'
  | 'currency'
  | 'soldOn'
  | 'sold'
  | 'soldFees'
  | 'soldTotal'

/** Names that people give to columns. The export of this application is among them. */
export const intakeColumns: ColumnNames<IntakeField> = {
  status: ['status', 'state'],
  issuer: ['issuer', 'country', 'issuing country', 'nation', 'land', 'pays'],
  denomination: ['denomination', 'face value', 'facevalue', 'denom', 'nominal', 'value', 'nennwert', 'valeur faciale'],
  unit: ['unit'],
  year: ['year', 'gregorian year', 'issue year', 'mint year', 'year minted', 'date minted', 'jahr', 'année'],
  mintMark: ['mint mark', 'mintmark', 'mint letter', 'mm', 'mint', 'münzzeichen'],
  series: ['series', 'coin series', 'design', 'serie', 'série'],
  title: ['title', 'name', 'coin', 'coin name', 'description', 'item', 'titel', 'bezeichnung', 'titre'],
  kind: ['object type', 'item type', 'category'],
  grade: ['grade', 'coin grade', 'condition', 'quality', 'erhaltung', 'état'],
  gradingService: ['grading service', 'grading company', 'graded by', 'grader', 'tpg', 'service'],
  certificate: [
    ...['certificate', 'certificate number', 'certification number', 'certification', 'cert number', 'cert no'],
    ...['cert #', 'cert', 'slab number', 'serial'],
  ],
  pcgsNumber: ['pcgs number', 'pcgs no', 'pcgs #', 'pcgs#', 'pcgs', 'pcgs coin number'],
  numistaNumber: ['numista number', 'n# number', 'numista #', 'numista id', 'numista', 'n#'],
  kmNumber: ['km number', 'km#', 'km #', 'km no', 'km', 'krause number', 'krause'],
  catalogue: ['catalogue', 'catalog', 'catalogue number', 'catalog number', 'catalog codes', 'references', 'reference'],
  quantity: ['quantity', 'qty', 'count', 'pieces', 'anzahl', 'quantité'],
  note: ['note', 'notes', 'private comment', 'comment', 'comments', 'remarks', 'remark', 'notiz', 'bemerkung'],
  pictures: ['pictures', 'picture', 'picture url', 'images', 'image url', 'photos', 'photo url'],
  boughtOn: [
    ...[
      'bought on',
      'purchase date',
      'date purchased',
      'acquisition date',
      'date acquired',
      'acquired on',
      'date bought',
    ],
    ...['pay date', 'purchased', 'acquired', 'kaufdatum'],
  ],
  paid: [
    ...['paid', 'price paid', 'purchase price', 'buying price', 'buy price', 'cost', 'price', 'unit cost'],
    ...['acquisition price', 'kaufpreis', 'prix'],
  ],
  paidFees: ['paid fees', 'purchase fees', 'buying fees', 'fees', 'shipping', 'premium'],
  paidTotal: ['total paid', 'total cost', 'cost basis'],
  currency: ['currency', 'currency code', 'price currency', 'währung'],
  soldOn: ['sold on', 'sale date', 'date sold', 'sold date', 'selling date', 'verkaufsdatum'],
  sold: ['sold', 'sold for', 'sale price', 'selling price', 'sold price', 'price sold', 'verkaufspreis'],
  soldFees: ['sold fees', 'sale fees', 'selling fees'],
  soldTotal: ['net proceeds', 'proceeds'],
}

export const intakeFields = Object.keys(intakeColumns) as readonly IntakeField[]
