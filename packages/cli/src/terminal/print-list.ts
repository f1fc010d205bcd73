import type { CommandContext } from '../command.ts'
import { type Column, table } from './table.ts'

/** Rows as a table for people, or as JSON for programs. */
export function printList<Row>(
  { options, terminal }: Pick<CommandContext, 'options' | 'terminal'>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { none, json = rows }: { readonly none: string; readonly json?: unknown },
): void {
  if (options.json === true) terminal.print(JSON.stringify(json, null, 2))
  else if (rows.length === 0) terminal.say(none)
  else {
    const width = terminal.isPrintSeen ? terminal.size().columns : undefined
    for (const line of table(columns, rows, width)) terminal.print(line)
  }
}
