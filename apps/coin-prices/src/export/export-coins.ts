import type { Intake } from '../coin/intake.ts'
import { costBasis } from '../collection/cost-basis.ts'
import { realisedGain, unrealisedGain, type ValueBand } from '../collection/gain.ts'
import { csvLine } from '../csv/write-csv.ts'
import { decimalAmount } from '../money/decimal-amount.ts'
import type { RateFinder } from '../money/rate-finder.ts'

/** A coin with its newest valuation for one piece. Undefined value: there were too few prices. */
export type ExportedCoin = {
  readonly intake: Intake
  readonly value?: ValueBand | undefined
  readonly basis?: 'sold' | 'ask' | undefined
  readonly confidence?: number | undefined
}

type Cell = string | number | undefined
type Column = readonly [name: string, cell: (coin: ExportedCoin, rateOn: RateFinder | undefined) => Cell]

const amount = (cents: number | undefined, currency: string | undefined): Cell =>
  cents === undefined || currency === undefined ? undefined : decimalAmount({ cents, currency })

const intakeColumns: readonly Column[] = [
  ['Status', ({ intake }) => intake.status],
  ['Issuer', ({ intake }) => intake.issuer],
  ['Denomination', ({ intake }) => intake.denomination],
  ['Year', ({ intake }) => intake.year],
  ['Mint mark', ({ intake }) => (intake.mintMark === '' ? 'none' : intake.mintMark)],
  ['Series', ({ intake }) => intake.series],
  ['Title', ({ intake }) => intake.title],
  ['Grade', ({ intake }) => intake.grade],
  ['Certificate', ({ intake }) => intake.certificate],
  ['PCGS number', ({ intake }) => intake.pcgsNumber],
  ['Numista number', ({ intake }) => intake.numistaNumber],
  ['KM number', ({ intake }) => intake.kmNumber],
  ['Quantity', ({ intake }) => intake.quantity],
  ['Note', ({ intake }) => intake.note],
  ['Pictures', ({ intake }) => intake.pictures?.join(' ')],
  ['Bought on', ({ intake }) => intake.boughtOn],
  ['Paid', ({ intake }) => amount(intake.paidCents, intake.currency)],
  ['Paid fees', ({ intake }) => amount(intake.paidFeesCents, intake.currency)],
  ['Currency', ({ intake }) => intake.currency],
  ['Sold on', ({ intake }) => intake.soldOn],
  ['Sold', ({ intake }) => amount(intake.soldCents, intake.currency)],
  ['Sold fees', ({ intake }) => amount(intake.soldFeesCents, intake.currency)],
]

/** The cells of an intake under the names of their columns, as an import reads them. */
export function intakeCells(intake: Intake): { readonly header: readonly string[]; readonly cells: readonly string[] } {
  const cells = intakeColumns.map(([, cell]) => String(cell({ intake }, undefined) ?? ''))
  return { header: intakeColumns.map(([name]) => name), cells }
}

/** Figures of all pieces of a row. Those of a value and its gain are in the currency of the value. */
const figureColumns: readonly Column[] = [
  ['Cost of all', ({ intake }) => amount(costBasis(intake)?.cents, intake.currency)],
  ['Value low', ({ intake, value }) => amount(times(value?.lowCents, intake.quantity), value?.currency)],
  ['Value fair', ({ intake, value }) => amount(times(value?.fairCents, intake.quantity), value?.currency)],
  ['Value high', ({ intake, value }) => amount(times(value?.highCents, intake.quantity), value?.currency)],
  ['Value currency', ({ value }) => value?.currency],
  ['Value day', ({ value }) => value?.day],
  ['Value from', ({ basis }) => basis],
  ['Confidence', ({ confidence }) => confidence],
  ['Gain if sold', ({ intake, value }, rateOn) => gainIfSold(unrealisedGain(intake, value, rateOn))],
  ['Gain', ({ intake }) => amount(realisedGain(intake)?.gain?.cents, intake.currency)],
]

const columns = [...intakeColumns, ...figureColumns]

const times = (cents: number | undefined, quantity: number) => (cents === undefined ? undefined : cents * quantity)

const gainIfSold = (found: ReturnType<typeof unrealisedGain>): Cell =>
  amount(found?.gain?.fairCents, found?.gain?.currency)

/**
 * Coins as CSV, line after line, with no more than one coin in memory. It begins with a byte order mark, without which Excel reads
 * UTF-8 as Windows-1252. The columns of an intake can be imported again.
 */
export async function* exportCoins(
  coins: AsyncIterable<ExportedCoin> | Iterable<ExportedCoin>,
  rateOn?: RateFinder,
): AsyncGenerator<string> {
  yield `\ufeff${csvLine(columns.map(([name]) => name))}`
  for await (const coin of coins) yield csvLine(columns.map(([, cell]) => cell(coin, rateOn)))
}
