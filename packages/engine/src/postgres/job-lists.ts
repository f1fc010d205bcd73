import type { ListCursor } from '../job/list-cursor.ts'
import type { JobState } from '../job/states.ts'
import { asJobView, type JobView } from './jobs.ts'
import type { Runner } from './runner.ts'
import { type Statement, statement } from './statement.ts'

/** Which jobs to list. Lanes: null for all. */
export type JobListQuery = {
  readonly lanes: readonly number[] | null
  readonly status: JobState | undefined
  readonly key: string | undefined
  readonly since: Date | undefined
  readonly until: Date | undefined
  readonly limit: number
  readonly after: ListCursor | undefined
}

/** `place`, `xid`, `position`: where a list that ended here would go on. `job`: none where a walk has stopped. */
export type ListedRow = {
  readonly place: string
  readonly xid: string | null
  readonly position: string
  readonly stopped: boolean
  readonly job: JobView | undefined
}

const all = statement('jobs_list')
const allInTime = statement('jobs_list_in_time')
const allOfLanes = statement('jobs_list_of_lanes')
const allOfLanesInTime = statement('jobs_list_of_lanes_in_time')
const ended = statement('jobs_list_ended')
const endedInTime = statement('jobs_list_ended_in_time')
const endedOfLanes = statement('jobs_list_ended_of_lanes')
const endedOfLanesInTime = statement('jobs_list_ended_of_lanes_in_time')
const later = statement('jobs_list_later')
const laterOfLanes = statement('jobs_list_later_of_lanes')
const failed = statement('jobs_list_failed')
const failedOfLanes = statement('jobs_list_failed_of_lanes')
const running = statement('jobs_list_running')
const pending = statement('jobs_list_pending')
const open = statement('jobs_list_open')
const byKey = statement('jobs_list_by_key')
const bounds = statement('jobs_list_bounds')
const lanesMatching = statement('lanes_matching')

/** Each of so many lanes is walked on its own; more are looked for among all jobs. */
const fewLanes = 64
/** Lines are short, and most are empty. */
const fewLines = 200
/** How many rows a walk looks at for one page. */
const look = 5_000
/** Outcomes alone are narrow, and those of another kind are passed over without a look at their jobs. */
const lookAtOutcomes = 10 * look

const highest = '9223372036854775807'

export async function matchingLanes(
  runner: Runner,
  filter: { readonly queue?: string; readonly type?: string; readonly source?: string },
): Promise<number[]> {
  const { queue = null, type = null, source = null } = filter
  return (await runner.run(lanesMatching, [queue, type, source])).map((row) => row.id)
}

export async function listJobRows(runner: Runner, query: JobListQuery): Promise<ListedRow[]> {
  const { after, since, until, limit, lanes, status, key } = query
  // further on the cursor is a closer bound than the end of the time
  const { first, beyond, firstXid, lastXid } = await findBounds(runner, since, after?.xid == null ? until : undefined)
  const times = [since ?? '-infinity', endOf(until), limit]
  const common = [after?.place ?? beyond, first, lanes, ...times, look]
  const along = [after?.xid ?? lastXid, after?.position ?? beyond]
  const plain = async (which: Statement, values: unknown[]) => (await runner.run(which, values)).map(asListedRow)
  const rows = (which: Statement, more: unknown[] = []) => plain(which, [...common, ...more])

  if (key !== undefined) return rows(byKey, [status ?? null, after?.position ?? highest, key])
  const timed = since !== undefined || until !== undefined
  const few = lanes !== null && lanes.length <= fewLanes
  switch (status) {
    case undefined:
      if (!few) return rows(timed ? allInTime : all)
      return rows(timed ? allOfLanesInTime : allOfLanes, [...along, firstXid])
    case 'succeeded':
    case 'cancelled':
      if (!few && lanes === null && !timed) return plain(ended, [...common.slice(0, -1), lookAtOutcomes, status])
      if (!few) return rows(timed ? endedInTime : ended, [status])
      return rows(timed ? endedOfLanesInTime : endedOfLanes, [status, ...along, firstXid])
    case 'scheduled':
      return rows(few ? laterOfLanes : later, [['scheduled', 'deferred', 'waiting']])
    case 'retryable':
      return rows(few ? laterOfLanes : later, [['retry']])
    case 'failed':
      return rows(few ? failedOfLanes : failed)
    case 'running':
      return plain(running, common.slice(0, -1))
    case 'pending': {
      const lines = lanes ?? (await matchingLanes(runner, {}))
      // one that was retried came into line long after it was created
      const [place, ...rest] = [after?.place ?? highest, ...common.slice(1)]
      if (lines.length > fewLines) return plain(open, [place, ...rest])
      const line = [after?.xid ?? highest, after?.position ?? highest]
      return plain(pending, [place, rest[0], lines, ...rest.slice(2), ...line])
    }
  }
}

/** PostgreSQL counts in microseconds, of which a Date has lost three digits. */
function endOf(until: Date | undefined): string {
  return until === undefined ? 'infinity' : until.toISOString().replace('Z', '999Z')
}

type Bounds = { first: string; beyond: string; firstXid: string; lastXid: string }

async function findBounds(runner: Runner, since: Date | undefined, until: Date | undefined): Promise<Bounds> {
  const whole = { first: '0', beyond: highest, firstXid: '0', lastXid: highest }
  if (since === undefined && until === undefined) return whole
  const [row] = await runner.run(bounds, [since ?? null, until ?? null])
  return { first: row.first, beyond: row.beyond, firstXid: row.first_xid, lastXid: row.last_xid ?? highest }
}

function asListedRow({ job, ...row }: Record<string, unknown>): ListedRow {
  return { ...row, job: job === null ? undefined : asJobView(job as Record<string, unknown>) } as ListedRow
}
