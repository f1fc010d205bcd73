import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type AppCommand, type AppCommandContext, ProblemError, readId } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { type ImportFile, type ImportReport, importCoinFile, importPriceFile } from '../api/import-file.ts'
import type { Refusal } from '../import/refusal.ts'
import { firstCollector } from '../tables/collectors.ts'
import { collectorOf } from './collector-of.ts'
import { readChoice } from './read-choice.ts'
import { readColumns } from './read-columns.ts'

const fileOptions = {
  '--currency <code>': 'of amounts whose currency the file does not state. Default: they are refused',
  '--date-order <order>': 'day-month or month-day, for dates as 3/4/2026. Default: such dates are refused',
  '--columns <list>': 'columns by name or number, as in title=Name,year=3; note= for none',
}

export const importCommand: AppCommand = {
  name: 'import',
  summary: 'add the coins of a CSV file; the same file twice adds nothing',
  args: ['<file>'],
  options: {
    ...fileOptions,
    '--reader <name>': `who owns the coins. Default: ${firstCollector.name}`,
    '--status <status>': 'of rows that state none: owned or watched. Default: owned',
    '--preset <name>': 'numista, opennumismat or none. Default: found by the header',
    '--trial': 'add nothing, and show what the file has',
  },
  examples: ['pawl coins import coins.csv --currency USD', 'pawl coins import export.csv --trial'],
  async run(context) {
    const { db, args, options } = context
    const collector = (await collectorOf(context)) ?? firstCollector.id
    const target = { collector, isTrial: options.trial === true, ...fileOptionsOf(options) }
    const status = readChoice('--status', options.status, ['owned', 'watched'])
    const preset = readChoice('--preset', options.preset, ['numista', 'opennumismat', 'none'])
    const report = await readFile(context, args[0]!, (file) =>
      importCoinFile({ db }, file, { ...target, status, preset }),
    )
    if (report.plan !== undefined && !context.json) sayColumns(context, report)
    return 0
  },
}

export const importPricesCommand = (api: ApiOptions): AppCommand => ({
  name: 'import-prices',
  summary: 'add the prices of a CSV file to a coin, and value it; the same file twice adds nothing',
  args: ['<coin>', '<file>'],
  options: { ...fileOptions, '--type <type>': 'of rows that state none: sold, ask, bid or guide. Default: refused' },
  examples: ['pawl coins import-prices 12 sales.csv --currency USD --type sold'],
  async run(context) {
    const { args, options } = context
    const [coin, file] = [readId('coin', args[0]), args[1]!]
    const priceType = readChoice('--type', options.type, ['sold', 'ask', 'bid', 'guide'])
    const target = { coin, origin: `file ${path.basename(file)}`, priceType, ...fileOptionsOf(options) }
    await readFile(context, file, (from) => importPriceFile(context, api, from, target))
    return 0
  },
})

function fileOptionsOf({ currency, dateOrder, columns }: AppCommandContext['options']) {
  return {
    currency: typeof currency === 'string' ? currency.toUpperCase() : undefined,
    dateOrder: readChoice('--date-order', dateOrder, ['day-month', 'month-day']),
    columns: readColumns(columns),
  }
}

/** More refused rows are counted, and not listed. */
const mostListed = 1_000

async function readFile(
  context: AppCommandContext,
  file: string,
  read: (file: ImportFile) => Promise<ImportReport>,
): Promise<ImportReport> {
  const { json, print, say, printList } = context
  const size = await sizeOf(file)
  const refusals: Refusal[] = []
  const live = context.live()
  const stream = createReadStream(file)
  let report: ImportReport
  try {
    report = await read({
      bytes: stream,
      onRefused: (given) => refusals.push(...given.slice(0, mostListed - refusals.length)),
      onChunk: ({ rows }) => live.show([`${live.bar(stream.bytesRead / Math.max(size, 1), 24)} ${rows} rows`]),
    })
  } finally {
    live.end()
  }
  if (json) print(JSON.stringify({ ...report, refusals }))
  else if (refusals.length > 0) {
    printList<Refusal>(
      [
        { head: 'ROW', cell: ({ row }) => row, right: true },
        { head: 'COLUMN', cell: ({ column }) => column },
        { head: 'EXPECTED', cell: ({ expected }) => expected },
        { head: 'GOT', cell: ({ got }) => got, spare: true },
      ],
      refusals,
      { none: '' },
    )
  }
  const { rows, added, known, refused } = report
  say(`${rows} rows: ${added} added, ${known} known already, ${refused} refused`)
  return report
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new ProblemError(400, 'invalid-file', `expected a CSV file that can be read; got '${file}'`)
}

function sayColumns({ say }: AppCommandContext, { plan }: ImportReport): void {
  const { preset, unused } = plan!
  if (preset !== undefined) say(`the columns are those of ${preset}`)
  if (unused.length > 0) say(`columns that were not read: ${unused.join(', ')}`)
}
