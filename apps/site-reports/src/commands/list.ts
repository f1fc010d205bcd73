import { type AppCommand, ProblemError, readId, readLimit } from '@pawl/app'
import { listReports, type ReportStatus, reportStatuses } from '../tables/reports.ts'
import { reportColumns } from './report-columns.ts'

export const listCommand: AppCommand = {
  name: 'list',
  readOnly: true,
  summary: 'reports, the newest first',
  options: {
    '--status <status>': `only those that are ${reportStatuses.join(', ')}`,
    '--limit <n>': 'so many; 50 unless said otherwise',
    '--before <report>': 'those before this one',
  },
  examples: ['pawl site-reports list --status failed'],
  async run({ db, options, printList }) {
    const before = typeof options.before === 'string' ? readId('report', options.before) : undefined
    const reports = await listReports(db, {
      ...{ before, limit: readLimit(options.limit, 50), status: readStatus(options.status) },
    })
    printList(reportColumns, reports, {
      none: 'no report yet; pawl site-reports add <url> asks for one',
      data: { reports },
    })
    return 0
  },
}

function readStatus(text: string | boolean | undefined): ReportStatus | undefined {
  if (text === undefined) return undefined
  const status = reportStatuses.find((each) => each === text)
  if (status !== undefined) return status
  throw new ProblemError(
    400,
    'invalid-status',
    `--status is one of ${reportStatuses.join(', ')}; got '${String(text)}'`,
  )
}
