import type { AppColumn, AppCommand } from '@pawl/app'
import type { Pawl } from 'pawl'
import type pg from 'pg'

export type CallOptions = {
  readonly options?: Readonly<Record<string, string | boolean>>
  readonly json?: boolean
}

export type Called = {
  readonly code: number
  readonly out: readonly string[]
  readonly err: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what was printed with what they expect
  readonly data: any
}

/** Calls commands as `pawl` would. Cells of a table are separated by bars. `work` is what runs without a worker. */
export function commandCaller(
  commands: readonly AppCommand[],
  services: { readonly pawl: Pawl; readonly db: pg.Pool },
  work: () => Promise<void> = async () => {},
) {
  return async (line: string, { options = {}, json = false }: CallOptions = {}): Promise<Called> => {
    const [name, ...args] = line.split(' ')
    const command = commands.find((each) => each.name === name)!
    const [out, err]: [string[], string[]] = [[], []]
    const print = (text: string) => void out.push(text)
    const say = (text: string) => void err.push(text)
    const printList = <Row>(
      columns: readonly AppColumn<Row>[],
      rows: readonly Row[],
      { none, data = rows }: { none: string; data?: unknown },
    ) => {
      if (json) print(JSON.stringify(data))
      else if (rows.length === 0) say(none)
      else for (const row of rows) print(columns.map(({ cell }) => String(cell(row) ?? '-')).join(' | '))
    }
    const live = () => ({ isSeen: false, show: () => {}, say, bar: () => '', end: () => {} })
    const code = await command.run({ ...services, args, options, json, print, say, printList, live, work })
    return { code, out, err, data: json ? JSON.parse(out.join('\n')) : undefined }
  }
}
