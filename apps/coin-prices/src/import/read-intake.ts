import type { Intake, IntakeStatus } from '../coin/intake.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import { readCatalogue, readKmNumber, readNumistaNumber, readPcgsNumber } from './cells/read-catalogue.ts'
import { type DateOrder, readDay } from './cells/read-day.ts'
import { readAddresses, readCount, readMintMark } from './cells/read-plain.ts'
import { readStatus } from './cells/read-status.ts'
import { readYear } from './cells/read-year.ts'
import type { IntakeField } from './intake-columns.ts'
import { readMoneyCells } from './read-money-cells.ts'
import type { Refusal } from './refusal.ts'
import { type FileColumns, type RowReader, rowReader } from './row-reader.ts'

export type IntakeOptions = {
  /** Of amounts whose currency the file does not state. Default: they are refused. */
  readonly currency?: string | undefined
  /** Of rows that state none and no sale. Default: owned. */
  readonly status?: IntakeStatus | undefined
  /** Default: a date that could be two days is refused. */
  readonly dateOrder?: DateOrder | undefined
}

type Reader = RowReader<IntakeField>

/** Reads one row as a coin, or says all that is wrong with it. */
export function readIntake(
  row: CsvRow,
  columns: FileColumns<IntakeField>,
  options: IntakeOptions = {},
): { readonly intake: Intake } | { readonly refusals: readonly Refusal[] } {
  const reader = rowReader(row, columns)
  if (/bank ?note|paper money/i.test(reader.text('kind') ?? '')) {
    reader.refuse('kind', 'not-a-coin', 'a coin')
    return { refusals: reader.refusals }
  }
  const identity = readIdentity(reader)
  const quantity = reader.read('quantity', readCount) ?? 1
  const deal = readDeal(reader, quantity, options)
  const status = statusOf(reader, deal, options)
  const intake: Intake = { status, ...identity, quantity, ...deal }
  if (reader.refusals.length === 0 && !namesCoin(intake)) {
    reader.refuse(undefined, 'missing', 'a title, series, denomination, certificate or catalogue number')
  }
  return reader.refusals.length === 0 ? { intake } : { refusals: reader.refusals }
}

function namesCoin({ title, series, denomination, certificate, pcgsNumber, numistaNumber, kmNumber }: Intake): boolean {
  return [title, series, denomination, certificate, pcgsNumber, numistaNumber, kmNumber].some(
    (part) => part !== undefined,
  )
}

function readIdentity(reader: Reader): Omit<Intake, 'status' | 'quantity'> {
  const { year, mintMark: besideYear } = reader.read('year', readYear) ?? {}
  const mintMark = reader.read('mintMark', readMintMark) ?? besideYear
  if (besideYear !== undefined && mintMark !== besideYear) {
    reader.refuse('mintMark', 'contradiction', `the mint mark ${besideYear}, as beside the year`)
  }
  const listed = readCatalogue(reader.text('catalogue', 500) ?? '')
  return {
    issuer: reader.text('issuer'),
    denomination: denominationIn(reader),
    ...{ year, mintMark },
    series: reader.text('series'),
    title: reader.text('title', 500),
    grade: gradeIn(reader),
    certificate: reader.text('certificate', 50),
    pcgsNumber: reader.read('pcgsNumber', readPcgsNumber) ?? listed.pcgsNumber,
    numistaNumber: reader.read('numistaNumber', readNumistaNumber) ?? listed.numistaNumber,
    kmNumber: reader.read('kmNumber', readKmNumber, 50) ?? listed.kmNumber,
    note: reader.text('note', 10_000),
    pictures: reader.read('pictures', readAddresses, 4_000),
  }
}

function denominationIn(reader: Reader): string | undefined {
  const [value, unit] = [reader.text('denomination'), reader.text('unit')]
  if (value === undefined || unit === undefined) return value ?? unit
  return /^[\d.,/ ]+$/.test(value) ? `${value.replace(/[.,]0+$/, '')} ${unit}` : value
}

function gradeIn(reader: Reader): string | undefined {
  const [grade, service] = [reader.text('grade'), reader.text('gradingService')]
  if (grade === undefined || service === undefined) return grade
  return grade.toLowerCase().includes(service.toLowerCase()) ? grade : `${service} ${grade}`
}

type Deal = Pick<
  Intake,
  'boughtOn' | 'paidCents' | 'paidFeesCents' | 'currency' | 'soldOn' | 'soldCents' | 'soldFeesCents'
>

const amounts = ['paid', 'paidFees', 'paidTotal', 'sold', 'soldFees', 'soldTotal'] as const

function readDeal(reader: Reader, quantity: number, options: IntakeOptions): Deal {
  const { currency, cents } = readMoneyCells(reader, amounts, options.currency)
  const boughtOn = reader.read('boughtOn', (text) => readDay(text, options.dateOrder))
  const soldOn = reader.read('soldOn', (text) => readDay(text, options.dateOrder))
  if (boughtOn !== undefined && soldOn !== undefined && soldOn < boughtOn) {
    reader.refuse('soldOn', 'contradiction', `a sale not before the purchase on ${boughtOn}`)
  }
  const paidCents = cents.paid ?? perPiece(cents.paidTotal, quantity, Math.floor)
  const soldCents = cents.sold ?? perPiece(cents.soldTotal, quantity, Math.ceil)
  const paidFeesCents = cents.paidFees ?? difference(cents.paidTotal, times(paidCents, quantity))
  const soldFeesCents = cents.soldFees ?? difference(times(soldCents, quantity), cents.soldTotal)
  if ((paidFeesCents ?? 0) < 0) reader.refuse('paidTotal', 'contradiction', 'at least the price times the quantity')
  if ((soldFeesCents ?? 0) < 0) reader.refuse('soldTotal', 'contradiction', 'at most the price times the quantity')
  return { boughtOn, paidCents, paidFeesCents, currency, soldOn, soldCents, soldFeesCents }
}

/** A total that does not divide leaves its rest to the fees, so that price times quantity and fees are the total again. */
function perPiece(total: number | undefined, quantity: number, round: (value: number) => number): number | undefined {
  return total === undefined ? undefined : round(total / quantity)
}

function times(cents: number | undefined, quantity: number): number | undefined {
  return cents === undefined ? undefined : cents * quantity
}

/** Undefined: nothing is known, or nothing is left. */
function difference(from: number | undefined, less: number | undefined): number | undefined {
  return from === undefined || less === undefined || from === less ? undefined : from - less
}

function statusOf(reader: Reader, { soldOn, soldCents }: Deal, options: IntakeOptions): IntakeStatus {
  const stated = reader.read('status', readStatus)
  const isSold = soldOn !== undefined || soldCents !== undefined
  if (stated !== undefined && stated !== 'sold' && isSold) {
    reader.refuse('status', 'contradiction', 'sold, because the row has a sale')
  }
  return stated ?? (isSold ? 'sold' : (options.status ?? 'owned'))
}
