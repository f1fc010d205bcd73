import { expect, test } from 'vitest'
import type { Vitals } from '../../src/postgres/doctor.ts'
import { diagnose } from '../../src/runtime/diagnose.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
const keepMs = 8 * hourMs
const partition = (number: number, more: object = {}) => ({
  number,
  first: number * 1_000_000,
  beyond: (number + 1) * 1_000_000,
  openedMs: null,
  closedMs: null,
  lineEnded: false,
  ...more,
})
const well: Vitals = {
  schema: { applied: [1, 2, 3], known: [1, 2, 3], foreign: false },
  searchPath: { role: 'web', shadowed: false },
  clock: { skewMs: 12 },
  waiting: { queue: 'mail', waitedMs: 5 * secondMs, workers: 2, source: null },
  tuples: { table: 'later', dead: 50_000, live: 10 },
  snapshot: { who: 'a report', ageMs: minuteMs },
  slots: { count: 1, oldest: 'standby', transactions: 999_999 },
  prepared: { count: 0, oldest: null, ageMs: null },
  partitions: {
    all: [partition(0, { openedMs: hourMs }), partition(1), partition(2), partition(3)],
    nextPosition: 500_000,
  },
  workers: { alive: 2, silent: [] },
  schedules: { late: [] },
}

const status = (vitals: Partial<Vitals>, check: string) =>
  diagnose({ ...well, ...vitals }, keepMs).find((finding) => finding.check === check)!

test('all is well: every check says so, with a value and without advice', () => {
  const findings = diagnose(well, keepMs)
  expect(findings.map((finding) => finding.status)).toEqual(findings.map(() => 'ok'))
  expect(findings.map(({ check }) => check)).toEqual([
    'schema',
    'search path',
    'clock',
    'oldest pending',
    'dead tuples',
    'oldest snapshot',
    'replication slots',
    'partitions ahead',
    'retention',
    'prepared transactions',
    'workers',
    'schedules',
  ])
  for (const { value, advice } of findings) expect([value.length > 0, advice]).toEqual([true, null])
})

const cases: [title: string, vitals: Partial<Vitals>, check: string, status: string, advice: RegExp][] = [
  [
    'an older schema',
    { schema: { applied: [1, 2], known: [1, 2, 3], foreign: false } },
    'schema',
    'bad',
    /pawl\.migrate/,
  ],
  [
    'a newer schema',
    { schema: { applied: [1, 2, 3, 4], known: [1, 2, 3], foreign: false } },
    'schema',
    'warn',
    /up to date/,
  ],
  ['a ledger of another cluster', { schema: { ...well.schema, foreign: true } }, 'schema', 'bad', /adopts/],
  [
    'a role called pawl',
    { searchPath: { role: 'pawl', shadowed: true } },
    'search path',
    'warn',
    /alter role "pawl" set search_path/,
  ],
  ['a clock that is ahead', { clock: { skewMs: 6_000 } }, 'clock', 'warn', /clock/],
  ['a clock that is behind', { clock: { skewMs: -6_000 } }, 'clock', 'warn', /clock/],
  [
    'a job that waits for long',
    { waiting: { queue: 'mail', waitedMs: 16 * minuteMs, workers: 2, source: null } },
    'oldest pending',
    'warn',
    /slots or workers/,
  ],
  [
    'a job whose source must not be called',
    { waiting: { queue: 'mail', waitedMs: 2 * minuteMs, workers: 2, source: 'post' } },
    'oldest pending',
    'warn',
    /wait for 'post'/,
  ],
  [
    'a queue that nobody serves',
    { waiting: { queue: 'mail', waitedMs: 2 * minuteMs, workers: 0, source: null } },
    'oldest pending',
    'bad',
    /No worker serves 'mail'/,
  ],
  ['many dead tuples', { tuples: { table: 'later', dead: 200_000, live: 10 } }, 'dead tuples', 'warn', /pawl\.later/],
  [
    'very many dead tuples',
    { tuples: { table: 'later', dead: 20_000_000, live: 10 } },
    'dead tuples',
    'bad',
    /pawl\.later/,
  ],
  ['an old snapshot', { snapshot: { who: 'a report', ageMs: hourMs } }, 'oldest snapshot', 'warn', /end it/],
  ['a very old snapshot', { snapshot: { who: 'a report', ageMs: 7 * hourMs } }, 'oldest snapshot', 'bad', /end it/],
  [
    'a replication slot that nobody reads',
    { slots: { count: 2, oldest: 'standby', transactions: 1_000_000 } },
    'replication slots',
    'warn',
    /pg_drop_replication_slot\('standby'\)/,
  ],
  [
    'a replication slot that nobody has read for long',
    { slots: { count: 1, oldest: 'standby', transactions: 100_000_000 } },
    'replication slots',
    'bad',
    /drop it/,
  ],
  [
    'one partition ahead',
    { partitions: { all: [partition(0), partition(1)], nextPosition: 500_000 } },
    'partitions ahead',
    'warn',
    /make them/,
  ],
  [
    'no partition ahead',
    { partitions: { all: [partition(0)], nextPosition: 999_000 } },
    'partitions ahead',
    'bad',
    /make them/,
  ],
  [
    'partitions that will be used up within a minute',
    { partitions: { all: [partition(0, { openedMs: secondMs }), partition(1), partition(2)], nextPosition: 500_000 } },
    'partitions ahead',
    'warn',
    /make them/,
  ],
  [
    'history that should have gone',
    {
      partitions: {
        ...well.partitions,
        all: [partition(-1, { closedMs: keepMs + 3 * hourMs }), ...well.partitions.all],
      },
    },
    'retention',
    'warn',
    /in the way/,
  ],
  [
    'a prepared transaction',
    { prepared: { count: 1, oldest: 'gid', ageMs: hourMs } },
    'prepared transactions',
    'warn',
    /ROLLBACK PREPARED 'gid'/,
  ],
  [
    'an old prepared transaction',
    { prepared: { count: 1, oldest: 'gid', ageMs: 25 * hourMs } },
    'prepared transactions',
    'bad',
    /PREPARED/,
  ],
  ['a silent worker', { workers: { alive: 2, silent: ['one'] } }, 'workers', 'warn', /takes their jobs back/],
  ['a schedule that does not fire', { schedules: { late: ['nightly'] } }, 'schedules', 'warn', /schedule\.error/],
]

test.each(cases)('%s is seen, and there is something to do about it', (_, vitals, check, expected, advice) => {
  const finding = status(vitals, check)
  expect(finding.status).toBe(expected)
  expect(finding.advice).toMatch(advice)
})
