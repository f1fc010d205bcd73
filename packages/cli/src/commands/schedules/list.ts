import type { ScheduleView } from 'pawl'
import type { Command } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { clock } from '../../terminal/clock.ts'
import { duration } from '../../terminal/duration.ts'
import { printList } from '../../terminal/print-list.ts'
import type { Column } from '../../terminal/table.ts'

export const list: Command = {
  name: 'list',
  summary: 'list schedules: when they tick, when they fired last and fire next',
  options: [{ flags: '--json', text: 'print an array of schedules' }],
  examples: [['pawl schedules list', 'what fires when']],
  async run(context) {
    const { warn, bad } = context.terminal.colours
    const paint = (text: string, { state }: ScheduleView) =>
      state === 'active' ? text : state === 'failing' ? bad(text) : warn(text)
    const columns: readonly Column<ScheduleView>[] = [
      { head: 'SCHEDULE', cell: ({ name }) => name },
      { head: 'STATE', cell: ({ state }) => state, paint },
      { head: 'TICKS', cell: ticksOf },
      { head: 'LAST', cell: ({ lastAt }) => clock(lastAt) },
      { head: 'NEXT', cell: ({ state, nextAt }) => (state === 'active' ? clock(nextAt) : null) },
      { head: 'LAST JOB', cell: ({ lastJob }) => lastJob },
      { head: 'ERROR', cell: ({ error }) => error?.message ?? '' },
    ]
    const schedules = await (await context.pawl()).schedules.list()
    printList(context, columns, schedules, { none: 'there is no schedule yet: a worker declares them when it starts' })
    return exitCode.done
  },
}

function ticksOf({ spec }: ScheduleView): string {
  if (spec.kind === 'cron') return `${spec.cron} (${spec.timeZone})`
  return `${spec.kind === 'due' ? 'looks every' : 'every'} ${duration(spec.everyMs)}`
}
