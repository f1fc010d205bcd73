export type RefusalReason =
  | 'unreadable'
  | 'too-long'
  | 'no-number'
  | 'out-of-range'
  | 'no-date'
  | 'ambiguous-date'
  | 'no-amount'
  | 'no-currency'
  | 'two-currencies'
  | 'unknown-word'
  | 'no-address'
  | 'missing'
  | 'contradiction'
  | 'not-a-coin'
  | 'quote-not-closed'
  | 'row-too-long'
  | 'too-many-cells'

/** Why a row, or what follows it, was not imported. */
export type Refusal = {
  /** As a spreadsheet counts: the header is usually row 1. */
  readonly row: number
  /** The name in the header. Null: the row as a whole. */
  readonly column: string | null
  readonly reason: RefusalReason
  /** What the column must hold, in words for a person. */
  readonly expected: string
  /** The text of the cell, at most 100 characters of it. */
  readonly got: string
}
