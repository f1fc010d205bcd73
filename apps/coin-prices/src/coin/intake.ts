export type IntakeStatus = 'owned' | 'watched' | 'sold'

/** A coin that a collector owns, watches or has sold, as the collector states it. What is not known is undefined. */
export type Intake = {
  readonly status: IntakeStatus
  readonly issuer?: string | undefined
  readonly denomination?: string | undefined
  readonly year?: number | undefined
  /** As struck: S, CC. Empty: struck without one. */
  readonly mintMark?: string | undefined
  readonly series?: string | undefined
  readonly title?: string | undefined
  /** As typed: `parseGrade` reads it where it is used. */
  readonly grade?: string | undefined
  readonly certificate?: string | undefined
  readonly pcgsNumber?: string | undefined
  readonly numistaNumber?: string | undefined
  readonly kmNumber?: string | undefined
  /** How many of the same. All prices are for one piece, all fees for the whole purchase or sale. */
  readonly quantity: number
  readonly note?: string | undefined
  /** Addresses. */
  readonly pictures?: readonly string[] | undefined
  /** As in 2026-03-01. */
  readonly boughtOn?: string | undefined
  readonly paidCents?: number | undefined
  readonly paidFeesCents?: number | undefined
  /** Of all amounts. Undefined: no amount is stated. */
  readonly currency?: string | undefined
  readonly soldOn?: string | undefined
  readonly soldCents?: number | undefined
  readonly soldFeesCents?: number | undefined
}
