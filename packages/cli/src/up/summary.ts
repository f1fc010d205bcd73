import type { QueueView } from 'pawl'
import { duration } from '../terminal/duration.ts'
import type { Palette } from '../terminal/palette.ts'
import { sparkline } from '../terminal/sparkline.ts'
import { table } from '../terminal/table.ts'
import { queueColumns } from '../views/queue-columns.ts'

export type Summary = {
  readonly url: string
  readonly upMs: number
  /** Who works. */
  readonly workers: string
  readonly queues: readonly QueueView[]
  readonly deadLetters: number
  /** How many attempts ended a minute, look after look. */
  readonly history: readonly number[]
}

const mostQueues = 12
const historyWidth = 30

/** What `pawl up` shows while all goes well. */
export function summaryLines(
  { url, upMs, workers, queues, deadLetters, history }: Summary,
  columns: number,
  colours: Palette,
): string[] {
  const busiest = [...queues].sort((a, b) => weight(b) - weight(a)).slice(0, mostQueues)
  const more = queues.length - busiest.length
  const total = history.at(-1) ?? 0
  return [
    '',
    `${colours.good('●')} ${colours.strong(url)}   up ${duration(upMs)}   workers: ${workers}`,
    '',
    ...(busiest.length === 0 ? ['no job yet'] : table(queueColumns(colours), busiest, columns - 1)),
    ...(more > 0 ? [colours.faint(`and ${more} more: pawl queues list`)] : []),
    '',
    `${sparkline(history, historyWidth)} ${total} attempts ended in the last minute`,
    ...(deadLetters === 0 ? [] : [colours.bad(`${deadLetters} dead letters: pawl dead list`)]),
    colours.faint('Ctrl-C stops everything cleanly; pawl top shows more'),
  ]
}

/** What moves or waits comes first. */
const weight = ({ pending, running, perMinute }: QueueView): number => pending + running + perMinute
