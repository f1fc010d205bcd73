import { sliceOf } from '../job/decide-retention.ts'
import type { Vitals } from '../postgres/doctor.ts'
import { searchPathAdvice } from '../postgres/search-path.ts'

/** One thing that the doctor looked at. `advice` says what to do where something is to be done. */
export type Finding = {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'bad'
  readonly value: string
  readonly advice: string | null
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const ok = (check: string, value: string): Finding => ({ check, status: 'ok', value, advice: null })
const warn = (check: string, value: string, advice: string): Finding => ({ check, status: 'warn', value, advice })
const bad = (check: string, value: string, advice: string): Finding => ({ check, status: 'bad', value, advice })

/** What is to be thought of it. Pure: the same vitals always mean the same. */
export function diagnose(vitals: Vitals, keepMs: number): Finding[] {
  return [
    schema(vitals),
    searchPath(vitals),
    clock(vitals),
    oldestPending(vitals),
    deadTuples(vitals),
    oldestSnapshot(vitals),
    replicationSlots(vitals),
    partitionsAhead(vitals),
    retention(vitals, keepMs),
    prepared(vitals),
    workers(vitals),
    schedules(vitals),
  ]
}

export const withoutSchema: Finding = bad(
  'schema',
  'none',
  'Run pawl.migrate(): this database has no schema that can be asked.',
)

function schema({ schema: { applied, known, foreign } }: Vitals): Finding {
  const missing = known.filter((number) => !applied.includes(number))
  const newest = Math.max(0, ...applied)
  if (foreign)
    return bad('schema', `${newest}`, 'The ledger comes from another cluster: run pawl.migrate(), it adopts it.')
  if (missing.length > 0) {
    return bad(
      'schema',
      `${newest}, without ${missing.join(', ')}`,
      'Run pawl.migrate(): the schema is older than this release.',
    )
  }
  if (newest > Math.max(...known)) {
    return warn('schema', `${newest}`, 'The schema is newer than this release: bring this process up to date.')
  }
  return ok('schema', `${newest}`)
}

function searchPath({ searchPath: { role, shadowed } }: Vitals): Finding {
  if (!shadowed) return ok('search path', `without the schema 'pawl', for '${role}'`)
  return warn('search path', `with the schema 'pawl', for '${role}'`, searchPathAdvice(role))
}

function clock({ clock: { skewMs } }: Vitals): Finding {
  const value = `${Math.round(skewMs)} ms`
  if (Math.abs(skewMs) <= 5 * secondMs) return ok('clock', value)
  return warn('clock', value, 'Set this machine’s clock: jobs go by PostgreSQL’s, but logs and `runAt` are made here.')
}

function oldestPending({ waiting }: Vitals): Finding {
  if (waiting === undefined) return ok('oldest pending', 'none')
  const { queue, waitedMs, workers, source } = waiting
  const blocked = source === null ? '' : `; its source '${source}' is paused or its circuit is open`
  const value = `${duration(waitedMs)} in '${queue}'${blocked}`
  if (workers === 0 && waitedMs > minuteMs) {
    return bad('oldest pending', value, `No worker serves '${queue}': start one that has its jobs.`)
  }
  if (source !== null && waitedMs > minuteMs) {
    return warn(
      'oldest pending',
      value,
      `Its jobs wait for '${source}': see pawl sources list, and resume or close it.`,
    )
  }
  if (waitedMs <= 15 * minuteMs) return ok('oldest pending', value)
  return warn(
    'oldest pending',
    value,
    'Jobs come faster than they are run: add slots or workers, or see pawl.stuck_jobs.',
  )
}

function deadTuples({ tuples }: Vitals): Finding {
  if (tuples === undefined) return ok('dead tuples', '0')
  const { table, dead, live } = tuples
  const value = `${dead} in pawl.${table}`
  if (dead < 100_000 || dead < live) return ok('dead tuples', value)
  const advice = `Vacuum does not keep up with pawl.${table}: look for old snapshots, and at autovacuum’s settings.`
  return dead > 10_000_000 ? bad('dead tuples', value, advice) : warn('dead tuples', value, advice)
}

function oldestSnapshot({ snapshot }: Vitals): Finding {
  if (snapshot === undefined) return ok('oldest snapshot', 'none')
  const value = `${duration(snapshot.ageMs)}: ${snapshot.who}`
  if (snapshot.ageMs < 10 * minuteMs) return ok('oldest snapshot', value)
  const advice =
    'It keeps dead rows from being removed and history from being dropped. Jobs go on; end it when you can.'
  return snapshot.ageMs < 6 * hourMs ? warn('oldest snapshot', value, advice) : bad('oldest snapshot', value, advice)
}

function replicationSlots({ slots: { count, oldest, transactions } }: Vitals): Finding {
  if (count === 0 || transactions === null) return ok('replication slots', 'none unread')
  const value = `${count} unread, the oldest ${transactions} transactions behind: ${oldest}`
  if (transactions < 1_000_000) return ok('replication slots', value)
  const advice = `Let its reader go on, or drop it with pg_drop_replication_slot('${oldest}'): it keeps dead rows and WAL.`
  return transactions < 100_000_000 ? warn('replication slots', value, advice) : bad('replication slots', value, advice)
}

function partitionsAhead({ partitions: { all, nextPosition } }: Vitals): Finding {
  const ahead = all.filter(({ first }) => first >= nextPosition).length
  const left = Math.max(0, ...all.map(({ beyond }) => beyond)) - nextPosition
  const inUse = all.find(({ first, closedMs }) => first < nextPosition && closedMs === null)
  const usedMs = inUse?.openedMs ? (nextPosition - inUse.first) / inUse.openedMs : 0
  const enoughForMs = usedMs === 0 ? Number.POSITIVE_INFINITY : left / usedMs
  const value = `${ahead}, with ${left} positions left`
  const advice =
    'Workers make them, and whoever enqueues: look for errors of the services `partitions` and `retention`.'
  if (ahead === 0) return bad('partitions ahead', value, advice)
  return ahead < 2 || enoughForMs < minuteMs ? warn('partitions ahead', value, advice) : ok('partitions ahead', value)
}

function retention({ partitions: { all } }: Vitals, keepMs: number): Finding {
  const overdueMs = Math.max(0, ...all.map(({ closedMs }) => (closedMs ?? 0) - keepMs))
  const value = `${all.length} partitions, ${overdueMs > 0 ? `the oldest overdue for ${duration(overdueMs)}` : 'none overdue'}`
  if (overdueMs <= Math.max(hourMs, sliceOf(keepMs))) return ok('retention', value)
  const advice =
    'Something is in the way: a long transaction, or a job of that time that still runs. See the event retention.wait.'
  return warn('retention', value, advice)
}

function prepared({ prepared: { count, oldest, ageMs } }: Vitals): Finding {
  if (count === 0 || ageMs === null) return ok('prepared transactions', '0')
  const value = `${count}, the oldest for ${duration(ageMs)}: ${oldest}`
  if (ageMs < 10 * minuteMs) return ok('prepared transactions', value)
  const advice = `End it with COMMIT PREPARED or ROLLBACK PREPARED '${oldest}': until then it holds its locks and old rows.`
  return ageMs < 24 * hourMs
    ? warn('prepared transactions', value, advice)
    : bad('prepared transactions', value, advice)
}

function workers({ workers: { alive, silent } }: Vitals): Finding {
  const value = `${alive} alive${silent.length > 0 ? `, silent: ${silent.join(', ')}` : ''}`
  if (silent.length === 0) return ok('workers', value)
  return warn('workers', value, 'Another worker gives them up and takes their jobs back; is one running?')
}

function schedules({ schedules: { late } }: Vitals): Finding {
  if (late.length === 0) return ok('schedules', 'none late')
  return warn(
    'schedules',
    `late: ${late.join(', ')}`,
    'They are attended to and do not fire: see the event schedule.error.',
  )
}

function duration(ms: number): string {
  if (ms < minuteMs) return `${Math.round(ms / secondMs)} s`
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`
  return `${Math.round(ms / hourMs)} h`
}
