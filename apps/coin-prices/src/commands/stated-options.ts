import { type AppCommandContext, ProblemError } from '@pawl/app'
import type { Intake } from '../coin/intake.ts'
import type { IntakeField } from '../import/intake-columns.ts'
import { readStated } from '../import/read-stated.ts'

type Option = readonly [flag: string, key: string, field: IntakeField, summary: string]

const options: readonly Option[] = [
  ['--title <text>', 'title', 'title', 'what the coin is called'],
  ['--issuer <text>', 'issuer', 'issuer', 'country or issuer'],
  ['--denomination <text>', 'denomination', 'denomination', 'as in dollar or 5 francs'],
  ['--year <year>', 'year', 'year', 'as struck; 1881-S has the mint mark too'],
  ['--mint-mark <mark>', 'mintMark', 'mintMark', 'as in S or CC; none for a coin without one'],
  ['--series <text>', 'series', 'series', 'as in Morgan'],
  ['--grade <text>', 'grade', 'grade', 'as in VF, MS65 or PCGS MS65'],
  ['--certificate <number>', 'certificate', 'certificate', 'of the grading service'],
  ['--pcgs <number>', 'pcgs', 'pcgsNumber', 'PCGS number'],
  ['--numista <number>', 'numista', 'numistaNumber', 'Numista number'],
  ['--km <number>', 'km', 'kmNumber', 'Krause number'],
  ['--quantity <n>', 'quantity', 'quantity', 'pieces of the same. Default: 1'],
  ['--status <status>', 'status', 'status', 'owned, watched or sold. Default: owned'],
  ['--bought-on <day>', 'boughtOn', 'boughtOn', 'as in 2026-03-01'],
  ['--paid <amount>', 'paid', 'paid', 'price of one piece'],
  ['--paid-fees <amount>', 'paidFees', 'paidFees', 'fees of the whole purchase'],
  ['--currency <code>', 'currency', 'currency', 'of all amounts. Default: USD'],
  ['--note <text>', 'note', 'note', 'free text'],
  ['--pictures <urls>', 'pictures', 'pictures', 'addresses, separated by spaces'],
]

/** The options by which a coin is stated. */
export const coinOptions: Readonly<Record<string, string>> = Object.fromEntries(
  options.map(([flag, , , summary]) => [flag, summary]),
)

/** The options of a sale. */
export const saleOptions: Readonly<Record<string, string>> = {
  '--on <day>': 'day of the sale, as in 2026-03-01. Default: today',
  '--for <amount>': 'price of one piece',
  '--fees <amount>': 'fees of the whole sale',
}

const saleFields: readonly Option[] = [
  ['--on', 'on', 'soldOn', ''],
  ['--for', 'for', 'sold', ''],
  ['--fees', 'fees', 'soldFees', ''],
]

/** The coin that the options state. What they leave out stays as it is in `before`. */
export function statedCoin(given: AppCommandContext['options'], before?: Intake): Intake {
  const isTakenBack = before?.status === 'sold' && typeof given.status === 'string' && given.status !== 'sold'
  return statedBy(options, given, isTakenBack ? { ...before, ...noSale } : before)
}

const noSale = { soldOn: undefined, soldCents: undefined, soldFeesCents: undefined } as const

/** The coin as sold, by the options of a sale. */
export function soldCoin(given: AppCommandContext['options'], before: Intake): Intake {
  return statedBy(saleFields, given, before, { status: 'sold' })
}

function statedBy(known: readonly Option[], given: AppCommandContext['options'], before?: Intake, fixed = {}): Intake {
  const stated = known.flatMap(([, key, field]) => (typeof given[key] === 'string' ? [[field, given[key]]] : []))
  const read = readStated({ ...Object.fromEntries(stated), ...fixed }, { before, currency: before?.currency ?? 'USD' })
  if ('intake' in read) return read.intake
  const faults = read.refusals.map(({ field, expected, got }) => {
    const flag = known.find(([, , of]) => of === field)?.[0].split(' ')[0]
    return flag === undefined ? `expected ${expected}` : `${flag}: expected ${expected}; got '${got}'`
  })
  throw new ProblemError(400, 'invalid-coin', faults.join('; '))
}
