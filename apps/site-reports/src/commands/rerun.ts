import { type AppCommand, type AppCommandContext, ProblemError, readId, when } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { checkAddress } from '../api/check-address.ts'
import { unknownRerun } from '../api/not-found.ts'
import { listReruns, type Rerun, removeRerun, setRerun } from '../tables/reruns.ts'

const hourMs = 60 * 60 * 1000

export const rerunCommand = ({ settings }: ApiOptions): AppCommand => ({
  name: 'rerun',
  summary: 'analyse a site again and again; those that are',
  args: ['[url]'],
  options: {
    '--hours <n>': 'so many hours between two reports; 168 unless said otherwise',
    '--end <rerun>': 'no more',
  },
  examples: ['pawl site-reports rerun https://example.org --hours 24', 'pawl site-reports rerun'],
  async run(context) {
    const { db, args, options, say } = context
    if (typeof options.end === 'string') {
      const id = readId('rerun', options.end)
      if (!(await removeRerun(db, id))) throw unknownRerun(id)
      say(`rerun ${id} is gone; its reports stay`)
      return 0
    }
    const [url] = args
    if (url === undefined) return show(context, await listReruns(db, undefined, 500))
    const address = checkAddress(url, settings.sites.standIn)
    return show(context, [await setRerun(db, address, readHours(options.hours) * hourMs)])
  },
})

function show({ printList }: AppCommandContext, reruns: readonly Rerun[]): number {
  printList<Rerun>(
    [
      { head: 'RERUN', cell: ({ id }) => id, right: true },
      { head: 'ADDRESS', cell: ({ address }) => address },
      { head: 'HOURS', cell: ({ everyMs }) => everyMs / hourMs, right: true },
      { head: 'NEXT', cell: ({ nextRunAt, pausedAt }) => (pausedAt === null ? when(nextRunAt) : 'paused') },
      { head: 'LAST', cell: ({ lastReportId }) => lastReportId, right: true },
    ],
    reruns,
    { none: 'no site is analysed again by itself; pawl site-reports rerun <url> makes it so', data: { reruns } },
  )
  return 0
}

function readHours(text: string | boolean | undefined): number {
  if (text === undefined) return 168
  const hours = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (hours >= 1 && hours <= 24 * 366) return hours
  throw new ProblemError(
    400,
    'invalid-hours',
    `--hours takes a whole number from 1 to ${24 * 366}; got '${String(text)}'`,
  )
}
