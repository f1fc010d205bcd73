import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { claim, claimSettings, lineBounds } from '../../src/postgres/claim.ts'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, unlessHeld } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

let client: pg.Client
let worker: SettlingWorker
let lane: number

beforeAll(async () => {
  client = await database.connect()
})

/** A lane that has been claimed from, with nothing left in it. */
beforeEach(async () => {
  worker = await ledger.worker()
  lane = await ledger.lane()
  await appendAttempts(client, lane)
  expect(await ledger.claimPositions(worker, lane)).toHaveLength(1)
  expect(await ledger.claimPositions(worker, lane)).toEqual([])
})

const claimFirst = () => ledger.claimPositions(worker, lane, { first: true })

async function claimAllByFirst(): Promise<number[]> {
  const all: number[] = []
  for (let taken = await claimFirst(); taken.length > 0; taken = await claimFirst()) all.push(...taken)
  return all
}

// Transactions of other databases of the server are in flight too, and then all is claimed in the usual way. One may write for long.
test('a worker that had nothing to do takes the first alone when nothing is in flight', async () => {
  let first: number[]
  let positions: number[]
  do {
    positions = await appendAttempts(client, lane, 3)
    first = await claimFirst()
    expect([...first, ...(await claimAllByFirst())]).toEqual(positions)
  } while (first.length !== 1)
  const [lease] = await database.sql(
    `select positions::text, ahead, base::text = before as follows from (
       select *, lag(win::text) over (order by turn) as before from pawl.lease where lane = $1) l where pos = $2`,
    [lane, first[0]],
  )
  // the window before is used up, or whoever asks for what stands in line would have to look at all since then
  expect(lease).toEqual({ positions: `{[${first[0]},${first[0]! + 1})}`, ahead: null, follows: true })
}, 600_000)

test('what is in flight while it claims is not stepped over', async () => {
  const stranger = await database.connect()
  await stranger.query('begin')
  const [late] = await appendAttempts(stranger, lane)
  const [early] = await appendAttempts(client, lane)
  expect(await claimAllByFirst()).toEqual([early])
  await stranger.query('commit')
  expect(await claimAllByFirst()).toEqual([late])
})

test('what was in flight at an earlier claim is not stepped over', async () => {
  const stranger = await database.connect()
  await stranger.query('begin')
  const [late] = await appendAttempts(stranger, lane)
  await appendAttempts(client, lane)
  await ledger.claimPositions(worker, lane)
  await stranger.query('commit')
  const [last] = await appendAttempts(client, lane)
  expect(await claimAllByFirst()).toEqual([late, last])
})

test('an attempt of a group is not stepped over', async () => {
  const [grouped] = await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts, group_name) values ($1, '{}', 3, 'g') returning pos`,
    [lane],
  )
  const [behind] = await appendAttempts(client, lane)
  expect(await claimAllByFirst()).toEqual([Number(grouped!.pos), behind])
})

test('a paused queue gives it nothing', async () => {
  await appendAttempts(client, lane)
  await database.sql(`insert into pawl.queue (name, paused_at) values ('work', now())
    on conflict (name) do update set paused_at = now()`)
  expect(await claimFirst()).toEqual([])
  await database.sql(`update pawl.queue set paused_at = null where name = 'work'`)
  expect(await claimFirst()).toHaveLength(1)
})

test('a worker that was given up is refused, whether there is work or not', async () => {
  await database.sql('update pawl.worker set lost_at = now() where id = $1', [worker.id])
  await expect(claimFirst()).rejects.toMatchObject({ code: 'PW002' })
  await appendAttempts(client, lane)
  await expect(claimFirst()).rejects.toMatchObject({ code: 'PW002' })
})

test('one that was cancelled in line is taken and told as settled', async () => {
  const [cancelled] = await appendAttempts(client, lane)
  await database.sql(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [cancelled])
  const { claimed } = await ledger.claim(worker, lane, { first: true })
  expect(claimed[0]?.attempts).toMatchObject([{ pos: cancelled, settled: true }])
})

test('ten workers that ask for the first at once take each job once', async () => {
  const workers = await Promise.all(Array.from({ length: 10 }, () => ledger.worker()))
  const connections = workers.map(() => ledger.connection(claimSettings))
  const positions = await appendAttempts(client, lane, 30)
  const taken: number[] = []
  while (taken.length < 30) {
    const claims = workers.map((each, i) =>
      ledger.claimPositions(each, lane, { first: true, limit: 1, runner: connections[i]! }).catch(unlessHeld),
    )
    taken.push(...(await Promise.all(claims)).flatMap((positions) => positions ?? []))
  }
  expect(taken.sort((a, b) => a - b)).toEqual(positions)
})

test('it waits for locks no longer than any claim: whoever died waiting must not get a lease after it was buried', async () => {
  await appendAttempts(client, lane)
  await client.query('begin; lock table pawl.attempt in access exclusive mode')
  try {
    await expect(claimFirst()).rejects.toMatchObject({ code: '55P03' })
  } finally {
    await client.query('rollback')
  }
  expect(await claimFirst()).toHaveLength(1)
})

test('positions that have moved on beyond the partition it knows of are not stepped over', async () => {
  const bounds = await lineBounds(ledger.claims)
  const [early] = await appendAttempts(client, lane)
  const pool = { queue: 'work', limit: 10, free: 10, startRate: undefined, lanes: [{ id: lane, rank: 0 }] }
  // as if these were the bounds of a while ago, and the partition had ended right before
  const first = { ...bounds, beyond: early! }
  const { claimed } = await claim(ledger.claims, { worker: worker.id, claim: 1_000_000, first, pools: [pool] })
  expect(claimed.flatMap(({ attempts }) => attempts.map(({ pos }) => pos))).toEqual([early])
})

test('it opens the partitions in use and no other, and reads by indexes', async () => {
  await appendAttempts(client, lane)
  const bounds = await lineBounds(ledger.claims)
  const { text } = statement('claim_one')
  const explaining = await ledger.claims.client()
  await explaining.query(`prepare first as ${text}`)
  const { rows } = await explaining.query(
    `explain (format json) execute first ('${worker.id}', 1, ${lane}, ${bounds.from}, ${bounds.beyond}, ${bounds.present}, ${bounds.newest})`,
  )
  const plan = JSON.stringify(rows)
  expect(plan.match(/"Relation Name":"(attempt|lease|outcome)_[^"]*"/g)?.length).toBe(3)
  expect(plan.match(/"Node Type":"Seq Scan","[^}]*"Relation Name":"(attempt|lease|outcome|worker|queue)/g)).toBe(null)
})
