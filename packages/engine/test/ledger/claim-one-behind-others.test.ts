import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClaimResult, claimSettings } from '../../src/postgres/claim.ts'
import type { Connection } from '../../src/postgres/connection.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'

// The short claim has its snapshot before it has the lane. Here it is held up in between, while others have the lane.
// It is not made while any transaction of the server is in flight, and one of another database may write for long.

const database = testDatabase()
const ledger = new TestLedger(database)

let holder: pg.Client
let claims: Connection
let worker: SettlingWorker
let lane: number

beforeAll(async () => {
  holder = await database.connect()
  claims = ledger.connection(`${claimSettings}; set lock_timeout = '60s'`)
  await database.sql(`create function public.lock_late(class int, lane int) returns boolean language plpgsql as $$
    begin perform pg_advisory_xact_lock(77, 0); return pg_try_advisory_xact_lock(class, lane); end $$`)
})

beforeEach(async () => {
  worker = await ledger.worker()
  lane = await ledger.lane()
  await append(null)
  expect(await ledger.claimPositions(worker, lane)).toHaveLength(1)
})

const late: Runner = {
  run: ({ name, text, ...rest }, values) =>
    claims.run(
      { name: `${name}_late`, text: text.replace('pg_try_advisory_xact_lock(', 'public.lock_late('), ...rest },
      values,
    ),
}

async function append(key: string | null): Promise<number> {
  const rows = await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts, key) values ($1, '{}', 3, $2) returning pos`,
    [lane, key],
  )
  return Number(rows[0].pos)
}

/** Claims with a snapshot of before, and the lane after. Undefined: something was in flight, and it was a usual claim. */
async function claimBehind(others: () => Promise<void>): Promise<ClaimResult | undefined> {
  await holder.query('select pg_advisory_lock(77, 0)')
  let ended = false
  const claimed = ledger.claim(worker, lane, { first: true, runner: late }).finally(() => {
    ended = true
  })
  const waits = await until('it has its snapshot', async () => {
    if (ended) return 'no' as const
    const waiting =
      await database.sql(`select from pg_locks where locktype = 'advisory' and classid = 77 and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    return waiting.length > 0 ? ('yes' as const) : undefined
  })
  if (waits === 'yes') await others()
  await holder.query('select pg_advisory_unlock(77, 0)')
  return waits === 'yes' ? claimed : void (await claimed)
}

const open = ({ claimed }: ClaimResult) =>
  claimed.flatMap(({ attempts }) => attempts.filter(({ settled }) => !settled).map(({ pos }) => pos))

test('a job that got a new body in between does not run with its old one too', async () => {
  let result: ClaimResult | undefined
  while (result === undefined) {
    const job = await append('k')
    result = await claimBehind(async () => {
      const [{ replaced }] = await database.sql(
        `select pawl.replace_waiting($1, $2, '{"n":2}', null, null) as replaced`,
        [job, lane],
      )
      expect(replaced).toBe(true)
    })
  }
  expect(open(result)).toEqual([])
}, 600_000)

test('a job that was moved out of an old partition in between does not run from both', async () => {
  let result: ClaimResult | undefined
  while (result === undefined) {
    // each turn makes a partition: not while a transaction of whatever database is open for long
    await until(
      'nothing is in flight on the server',
      async () => {
        const [row] = await database.sql(
          'select pg_snapshot_xmin(s) = pg_snapshot_xmax(s) as quiet from pg_current_snapshot() s',
        )
        return row.quiet
      },
      { withinMs: 500_000, everyMs: 1 },
    )
    const positions = [await append(null), await append(null), await append(null)]
    const [{ number }] = await database.sql('select min(number) as number from pawl.partition where closed_at is null')
    await database.sql('select pawl.close_partition($1)', [number])
    await database.sql(`select pawl.tend_partitions(3, 0, 1000000)`)
    const front = await ledger.lane({ place: 'front' })
    // the first of these leases leads to the present, and the second is there
    for (const position of positions.slice(0, 2)) {
      expect(await ledger.claimPositions(worker, lane, { limit: 1 })).toEqual([position])
    }
    result = await claimBehind(async () => {
      const [{ moved }] = await database.sql('select pawl.move_waiting($1, $2, $3, $4) as moved', [
        number,
        lane,
        front,
        positions.slice(2),
      ])
      expect(moved).toBe(1)
    })
  }
  expect(open(result)).toEqual([])
}, 600_000)

test('what nobody has touched in between is taken as it is', async () => {
  let result: ClaimResult | undefined
  let position = 0
  while (result === undefined) {
    position = await append('k')
    result = await claimBehind(async () => {})
  }
  expect(open(result)).toEqual([position])
}, 600_000)
