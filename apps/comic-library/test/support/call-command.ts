import type { AppColumn, AppCommand, AppCommandContext, AppLive } from '@pawl/app'
import type { Pawl } from 'pawl'
import type pg from 'pg'

export type Call = {
  readonly options?: Record<string, string | boolean>
  readonly json?: boolean
  readonly onSay?: (text: string) => void
  readonly isSeen?: boolean
  readonly work?: AppCommandContext['work']
}

export type Called = {
  readonly code: number
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** What was drawn, each time whole. */
  readonly frames: readonly (readonly string[])[]
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what comes with what they expect
  readonly data: any
}

/** Calls commands as `pawl` would, and returns what they printed, said and drew. Cells of a table are parted by a bar. */
export function caller(commands: readonly AppCommand[], services: () => { readonly pawl: Pawl; readonly db: pg.Pool }) {
  return async (line: string | readonly string[], call: Call = {}): Promise<Called> => {
    const { options = {}, json = false, onSay = () => {}, isSeen = false, work = async () => {} } = call
    const [name, ...args] = typeof line === 'string' ? line.split(' ') : line
    const command = commands.find((each) => each.name === name)!
    const [out, err, frames]: [string[], string[], (readonly string[])[]] = [[], [], []]
    const print = (text: string) => void out.push(text)
    const say = (text: string) => {
      err.push(text)
      onSay(text)
    }
    const live = (): AppLive => ({
      ...{ isSeen, say, end: () => void frames.push([]), bar: (share, columns) => `[${Math.round(share * columns)}]` },
      show: (lines) => void frames.push(lines),
    })
    const printList = <Row>(
      columns: readonly AppColumn<Row>[],
      rows: readonly Row[],
      { none, data = rows }: { none: string; data?: unknown },
    ) => {
      if (json) print(JSON.stringify(data))
      else if (rows.length === 0) say(none)
      else for (const row of rows) print(columns.map(({ cell }) => String(cell(row) ?? '-')).join(' | '))
    }
    const code = await command.run({ ...services(), args, options, json, print, say, printList, live, work })
    return { code, out, err, frames, data: json ? JSON.parse(out.join('\n')) : undefined }
  }
}
