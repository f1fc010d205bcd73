import { duration } from '../terminal/duration.ts'
import type { Palette } from '../terminal/palette.ts'
import { sparkline } from '../terminal/sparkline.ts'
import { type Column, table } from '../terminal/table.ts'
import type { AppCounts } from './app-counts.ts'

/** Events at these levels since the start. */
export type Problems = { readonly warnings: number; readonly errors: number }

export type Summary = {
  readonly url: string
  readonly upMs: number
  /** Which processes run jobs. */
  readonly workers: string
  readonly apps: readonly AppCounts[]
  readonly problems: Problems
  /** Attempts that ended in the last minute, one number a look. */
  readonly history: readonly number[]
}

const historyWidth = 30

/** What `pawl up` draws on a terminal. */
export function summaryLines(
  { url, upMs, workers, apps, problems, history }: Summary,
  columns: number,
  colours: Palette,
): string[] {
  return [
    '',
    `${colours.good('●')} ${colours.strong(url)}   up ${duration(upMs)}   workers: ${workers}`,
    '',
    ...(apps.length === 0 ? ['no application has a job'] : table(appColumns(colours), apps, columns - 1)),
    '',
    `${sparkline(history, historyWidth)} ${history.at(-1) ?? 0} attempts ended in the last minute`,
    problemLine(problems, colours),
    ...(apps.some(({ dead }) => dead > 0) ? [colours.bad('pawl dead list shows the dead letters')] : []),
    colours.faint('Ctrl-C stops everything; pawl top shows more, --log prints every event'),
  ]
}

/** What `pawl up` prints now and then where its output is piped: one line an application. */
export function summaryText(apps: readonly AppCounts[]): string[] {
  const width = Math.max(0, ...apps.map(({ app }) => app.length))
  return apps.map(
    ({ app, pending, running, delayed, perMinute, dead, exact }) =>
      `  ${app.padEnd(width)}  ${exact ? '' : '~'}${pending} pending, ${running} running, ${delayed} delayed, ` +
      `${perMinute} ended in the last minute, ${dead} dead letters`,
  )
}

function appColumns({ bad }: Palette): readonly Column<AppCounts>[] {
  const red = (pick: (counts: AppCounts) => number) => (text: string, counts: AppCounts) =>
    pick(counts) > 0 ? bad(text) : text
  return [
    { head: 'APPLICATION', cell: ({ app }) => app },
    { head: 'PENDING', cell: ({ pending, exact }) => `${exact ? '' : '~'}${pending}`, right: true },
    { head: 'RUNNING', cell: ({ running }) => running, right: true },
    { head: 'DELAYED', cell: ({ delayed }) => delayed, right: true },
    { head: '/MIN', cell: ({ perMinute }) => perMinute, right: true },
    { head: 'FAILED', cell: ({ failed }) => failed, right: true, paint: red(({ failed }) => failed) },
    { head: 'DEAD', cell: ({ dead }) => dead, right: true, paint: red(({ dead }) => dead) },
  ]
}

function problemLine({ warnings, errors }: Problems, { good, warn, bad }: Palette): string {
  if (warnings + errors === 0) return good('no warnings, no errors')
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`
  const line = `${count(warnings, 'warning')}, ${count(errors, 'error')} since the start; they are above`
  return errors > 0 ? bad(line) : warn(line)
}
