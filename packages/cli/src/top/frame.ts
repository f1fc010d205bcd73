import { clock } from '../terminal/clock.ts'
import { displayWidth } from '../terminal/display-width.ts'
import type { Palette } from '../terminal/palette.ts'
import { sparkline } from '../terminal/sparkline.ts'
import { type Column, table } from '../terminal/table.ts'
import { queueColumns } from '../views/queue-columns.ts'
import { sourceColumns } from '../views/source-columns.ts'
import { workerColumns } from '../views/worker-columns.ts'
import type { Snapshot } from './snapshot.ts'

export type FrameOptions = {
  /** Where the database is, for people. */
  readonly database: string
  /** How many attempts ended a minute, look after look; the last is the newest. */
  readonly history: readonly number[]
  readonly colours: Palette
  /** Of the screen; undefined: as wide and as long as it gets. */
  readonly columns?: number
  readonly rows?: number
  /** Said at the right of the first line. */
  readonly hint?: string
}

const historyWidth = 40

/** The screen of `pawl top`: what waits and runs, who works, whom they call. */
export function frame(snapshot: Snapshot, options: FrameOptions): string[] {
  const { at, queues, workers, sources } = snapshot
  const { colours, columns, rows, database, hint = '' } = options
  const section = <Row>(title: string, of: readonly Column<Row>[], all: readonly Row[], none: string): string[] => [
    '',
    colours.strong(`${title} (${all.length})`),
    ...(all.length === 0 ? [colours.faint(none)] : table(of, all, columns)),
  ]
  const lines = [
    apart(`${colours.strong('pawl top')}   ${clock(at)}   ${database}`, colours.faint(hint), columns),
    ...totals(snapshot, options),
    ...section('QUEUES', queueColumns(colours), queues, 'no job yet'),
    ...section('WORKERS', workerColumns(colours, at.getTime()), workers, 'none runs: pawl worker starts one'),
    ...(sources.length === 0 ? [] : section('SOURCES', sourceColumns(colours, at.getTime()), sources, '')),
  ]
  return rows === undefined || lines.length <= rows ? lines : [...lines.slice(0, rows - 1), colours.faint('…')]
}

function totals({ queues, deadLetters }: Snapshot, { history, colours, columns = 80 }: FrameOptions): string[] {
  const sum = (pick: (queue: Snapshot['queues'][number]) => number) =>
    queues.reduce((all, queue) => all + pick(queue), 0)
  const ended = `${history.at(-1) ?? 0} attempts ended in the last minute`
  const bars = sparkline(history, Math.min(historyWidth, columns - ended.length - 3))
  const counts = [
    `pending ${sum(({ pending }) => pending)}`,
    `running ${sum(({ running }) => running)}`,
    `scheduled ${sum(({ scheduled }) => scheduled)}`,
    `retryable ${sum(({ retryable }) => retryable)}`,
    deadLetters === 0 ? 'no dead letter' : colours.bad(`dead letters ${deadLetters}`),
  ]
  return ['', `${colours.good(bars)} ${ended}`, counts.join('   ')]
}

function apart(left: string, right: string, columns: number | undefined): string {
  if (columns === undefined || right === '') return left
  return left + ' '.repeat(Math.max(2, columns - displayWidth(left) - displayWidth(right))) + right
}
