import { cleanText } from './clean-text.ts'
import { displayWidth } from './display-width.ts'
import { fit } from './fit.ts'

export type Column<Row> = {
  readonly head: string
  readonly cell: (row: Row) => string | number | null
  /** Numbers, so that they can be compared at a glance. They are never cut. */
  readonly right?: boolean
  /** Left out where there is no room for it. */
  readonly spare?: boolean
  /** Colours a cell that is already padded. */
  readonly paint?: (text: string, row: Row) => string
}

/** A column with its texts, of which none is as wide as it would like when there is no room. */
type Laid<Row> = Column<Row> & { readonly texts: readonly string[]; width: number }

const gap = '  '
/** Before a text is shorter than this, columns that can be spared go. */
const readableWidth = 24
/** A text that had to give way still says something. */
const leastWidth = 8

/**
 * Lines of a table. With a width, the longest texts are cut until all fit, and columns that can be spared go before that hurts;
 * without, nothing is cut: programs and pipes get all of it.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width?: number): string[] {
  const all = columns.map((column) => lay(column, rows))
  const laid = width === undefined ? all : squeeze(all, width)
  const line = (paint: (column: Laid<Row>) => string) => laid.map(paint).join(gap).trimEnd()
  return [
    line((column) => pad(column.head, column)),
    ...rows.map((row, i) =>
      line((column) => {
        const text = pad(fit(column.texts[i]!, column.width), column)
        return column.paint?.(text, row) ?? text
      }),
    ),
  ]
}

function lay<Row>(column: Column<Row>, rows: readonly Row[]): Laid<Row> {
  const texts = rows.map((row) => cleanText(String(column.cell(row) ?? '-')))
  return { ...column, texts, width: Math.max(column.head.length, ...texts.map(displayWidth)) }
}

function squeeze<Row>(all: readonly Laid<Row>[], width: number): readonly Laid<Row>[] {
  const over = (laid: readonly Laid<Row>[], most = Number.POSITIVE_INFINITY) =>
    laid.reduce(
      (sum, { right, width: own }) => sum + (right ? own : Math.min(own, most)),
      gap.length * (laid.length - 1),
    ) - width
  let kept = all
  for (const column of [...all].reverse())
    if (column.spare && over(kept, readableWidth) > 0) kept = kept.filter((one) => one !== column)
  const texts = kept.filter(({ right }) => right !== true)
  while (over(kept) > 0) {
    const longest = texts.reduce((most, column) => (column.width > most.width ? column : most), texts[0]!)
    if (longest.width <= Math.max(leastWidth, longest.head.length)) break
    longest.width--
  }
  return kept
}

function pad(text: string, { width, right = false }: Pick<Laid<unknown>, 'width' | 'right'>): string {
  const blank = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return right ? blank + text : text + blank
}
