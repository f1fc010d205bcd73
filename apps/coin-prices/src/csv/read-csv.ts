import { CsvError, type Parser, parse } from 'csv-parse'
import { decodeText } from './decode-text.ts'
import { findDelimiter, headerOf } from './find-delimiter.ts'

/** One row of a file. Rows count from 1, as in a spreadsheet: the header is usually row 1. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] }

/** The text after `row` cannot be divided into rows. */
export type CsvFault = { readonly row: number; readonly fault: 'quote-not-closed' | 'row-too-long' }

export type ReadCsvOptions = {
  /** Default: found in the header. */
  readonly delimiter?: string | undefined
  /** Longer rows end the file: a quote that is not closed would take all of it. Default: 262,144. */
  readonly maxRowLength?: number | undefined
}

/**
 * Reads a CSV of any encoding and delimiter, row after row, with no more than a few rows in memory. Rows without any text are left out,
 * but counted. A fault is the last item.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadCsvOptions = {},
): AsyncGenerator<CsvRow | CsvFault> {
  const { maxRowLength = 262_144 } = options
  const text = decodeText(bytes)
  const start = await textWithHeader(text, maxRowLength)
  const hint = /^sep=([,;|\t])(\r\n|\r|\n)/i.exec(start)
  const delimiter = options.delimiter ?? hint?.[1] ?? findDelimiter(headerOf(start) ?? start)
  const records: string[][] = []
  const parser = parse({
    delimiter,
    ...{ record_delimiter: ['\r\n', '\n', '\r'], max_record_size: maxRowLength },
    ...{ relax_column_count: true, relax_quotes: true, encoding: 'utf8' },
    // not through the stream's buffer, which an error empties
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
  })
  let row = hint === null ? 0 : 1
  for await (const part of continued(start.slice(hint?.[0].length ?? 0), text)) {
    const fault = await faultOf(parser, part)
    for (const cells of records.splice(0)) {
      row += 1
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
    if (fault !== undefined) return yield { row: row + 1, fault }
  }
}

/** Null: the end of the text. */
function faultOf(parser: Parser, part: string | null): Promise<CsvFault['fault'] | undefined> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => {
      if (!error) resolve(undefined)
      else if (!(error instanceof CsvError)) reject(error)
      else resolve(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote-not-closed' : 'row-too-long')
    }
    parser.once('error', done)
    const withoutListener = (error?: Error | null) => {
      if (!error) parser.off('error', done)
      done(error)
    }
    if (part === null) parser.end(withoutListener)
    else parser.write(part, withoutListener)
  })
}

async function textWithHeader(text: AsyncGenerator<string>, maxLength: number): Promise<string> {
  let start = ''
  while (start.length < maxLength && headerOf(start) === undefined) {
    const next = await text.next()
    if (next.done) break
    start += next.value
  }
  return start
}

async function* continued(start: string, text: AsyncGenerator<string>): AsyncGenerator<string | null> {
  try {
    if (start !== '') yield start
    for await (const part of text) if (part !== '') yield part
    yield null
  } finally {
    await text.return(undefined)
  }
}
