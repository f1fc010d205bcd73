import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** So many starts (`limit`) in each span of `perMs`, over all processes. */
export type StartRate = { readonly limit: number; readonly perMs: number }

export type ClaimRequest = {
  readonly worker: string
  /** The worker's own count of its claims. */
  readonly claim: number
  /** Nothing was there when it was last asked: what comes first should start soon, the rest can be claimed after it. */
  readonly first?: LineBounds | undefined
  readonly pools: readonly ClaimPool[]
}

/** Where lines are, as of a while ago. */
export type LineBounds = {
  /** Between which positions, and where the newest partition of these begins. */
  readonly from: number
  readonly newest: number
  readonly beyond: number
  /** The first turn of the present. */
  readonly present: number
}

export type ClaimPool = {
  readonly queue: string
  readonly limit: number
  /** How many of these start at once; the others are taken ahead. */
  readonly free: number
  readonly startRate: StartRate | undefined
  readonly lanes: readonly ClaimLane[]
}

export type ClaimLane = {
  readonly id: number
  /** Lower first; equals are merged by age. */
  readonly rank: number
  /** How many of a group may run at once; 1 if it is not said. */
  readonly groupConcurrency?: number
  /** Whom its jobs call; '' for nobody. */
  readonly source?: string
}

export type LeaseRef = { readonly lane: number; readonly turn: number; readonly claim: number }

export type ClaimedAttempt = {
  readonly pos: number
  /** From 1: where it stands among all that this claim brought for its pool. */
  readonly place: number
  readonly maxAttempts: number
  readonly createdMs: number
  readonly body: unknown
  readonly rest: RestOfAttempt | null
  /** An outcome stood already when it was claimed: it was cancelled in line. */
  readonly settled: boolean
  /** Its group is full: it is settled, and comes back as another attempt when a slot is free. */
  readonly parked: boolean
}

/** What only some attempts have; null for the first attempt of a plain job. */
export type RestOfAttempt = {
  readonly jobId: number
  readonly failures: number
  readonly crashes: number
  readonly deferrals: number
  readonly trace: string | null
  readonly key: string | null
  readonly group: string | null
  readonly expired: boolean | null
}

/** token: one request may be sent. spare: the same, and nobody misses it. probe: the same, and it tells whether the source is back. */
export type Pass = 'token' | 'spare' | 'probe'

export type Claimed = {
  readonly lease: LeaseRef
  readonly attempts: readonly ClaimedAttempt[]
  /** How each of these may call its source, if that has a gate. */
  readonly pass: Pass | undefined
}

export type ClaimResult = {
  readonly claimed: readonly Claimed[]
  /** Lanes that another claim held, so that nothing is known of them. */
  readonly passed: readonly number[]
  /** Lanes whose source must not be called for so long. */
  readonly gated: readonly { readonly lane: number; readonly waitMs: number }[]
  /** Lanes whose source may be called, but not by what is taken ahead, and no slot was free. */
  readonly onlyForSlots: readonly number[]
}

const claimStatement = statement('claim')
const claimOne = statement('claim_one', ['turn', 'pos', 'max_attempts', 'created_ms', 'body', 'rest', 'settled'])
const lineBoundsNow = statement('line_bounds')
const startNext = statement('start_next')
const startForget = statement('start_forget')

/**
 * Settings of a connection for claims. Not durable on purpose: a claim lost in a crash is a job still in line. Bounded waits:
 * whoever died waiting must not get a lease after it was buried. The others pin the plan of the short claim, as pawl.claim has
 * them for its own: one that was made on empty tables must stay right.
 */
export const claimSettings = `set synchronous_commit = off; set lock_timeout = '2s'; set plan_cache_mode = force_generic_plan;
set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_sort = off`

export async function claim(runner: Runner, request: ClaimRequest): Promise<ClaimResult> {
  const lane = request.first && loneLane(request.pools)
  const first = lane && (await claimFirst(runner, request, lane.id))
  return first ?? read(await claimAll(runner, request), request.claim)
}

export async function lineBounds(runner: Runner): Promise<LineBounds> {
  const [bounds] = await runner.run(lineBoundsNow)
  return bounds
}

/** The only lane there is to claim from, if nothing but its line decides what may start. */
function loneLane([pool, other]: readonly ClaimPool[]): ClaimLane | undefined {
  if (other !== undefined || pool!.lanes.length > 1 || pool!.startRate !== undefined || pool!.free === 0)
    return undefined
  const [lane] = pool!.lanes
  return lane!.source ? undefined : lane
}

/** The first of a lane in one short statement, or nothing: then it is for the usual claim to say what there is. */
async function claimFirst(
  runner: Runner,
  { worker, claim, first }: ClaimRequest,
  lane: number,
): Promise<ClaimResult | undefined> {
  const { from, newest, beyond, present } = first!
  const [row] = await runner.run(claimOne, [worker, claim, lane, from, beyond, present, newest])
  if (row === undefined) return undefined
  const attempt: ClaimedAttempt = {
    pos: Number(row.pos),
    place: 1,
    maxAttempts: Number(row.max_attempts),
    createdMs: Number(row.created_ms),
    body: JSON.parse(row.body),
    rest: row.rest === null ? null : JSON.parse(row.rest),
    settled: row.settled !== null,
    parked: false,
  }
  const lease = { lane, turn: Number(row.turn), claim }
  return { claimed: [{ lease, attempts: [attempt], pass: undefined }], passed: [], gated: [], onlyForSlots: [] }
}

function claimAll(runner: Runner, { worker, claim, pools }: ClaimRequest) {
  const lanes = pools.flatMap((pool, i) => pool.lanes.map((lane) => ({ ...lane, pool: i + 1 })))
  return runner.run(claimStatement, [
    worker,
    claim,
    lanes.map((lane) => lane.id),
    lanes.map((lane) => lane.pool),
    lanes.map((lane) => lane.rank),
    pools.map((pool) => pool.queue),
    pools.map((pool) => pool.limit),
    pools.map((pool) => pool.free),
    pools.map((pool) => pool.startRate?.limit ?? null),
    pools.map((pool) => pool.startRate?.perMs ?? null),
    lanes.map((lane) => lane.groupConcurrency ?? 1),
    lanes.map((lane) => lane.source ?? ''),
  ])
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the statements above
function read(rows: readonly any[], claim: number): ClaimResult {
  const parked = new Set(numbers(rows.find((row) => row.lane === null)?.positions))
  const left = rows.filter((row) => row.lane !== null && row.turn === null)
  return {
    claimed: rows
      .filter((row) => row.turn !== null)
      .map((row) => ({
        lease: { lane: row.lane, turn: row.turn, claim },
        attempts: decode(row, parked),
        pass: row.wait_ms === null ? undefined : passOf(row.probe),
      })),
    passed: left.filter((row) => row.wait_ms === null).map((row) => row.lane),
    gated: left.filter((row) => row.wait_ms > 0).map((row) => ({ lane: row.lane, waitMs: row.wait_ms })),
    onlyForSlots: left.filter((row) => row.wait_ms === 0).map((row) => row.lane),
  }
}

function passOf(probe: boolean | null): Pass {
  if (probe === null) return 'spare'
  return probe ? 'probe' : 'token'
}

/** How long until a queue with a start rate may start again. Forgets starts that count no more. */
export async function untilNextStart(runner: Runner, queue: string, rate: StartRate): Promise<number> {
  await runner.run(startForget, [queue, rate.perMs])
  const [row] = await runner.run(startNext, [queue, rate.limit, rate.perMs])
  return row.ms
}

type ClaimedRow = {
  readonly positions: string
  readonly places: string
  readonly max_attempts: string
  readonly created_ms: string
  readonly bodies: string
  readonly rests: string | null
  readonly settled: string | null
}

function decode(row: ClaimedRow, parked: ReadonlySet<number>): ClaimedAttempt[] {
  const places = numbers(row.places)
  const created = numbers(row.created_ms)
  const maxAttempts = numbers(row.max_attempts)
  const bodies = JSON.parse(`[${row.bodies}]`) as unknown[]
  const rests = row.rests === null ? [] : (JSON.parse(`[${row.rests}]`) as (RestOfAttempt | null)[])
  const settled = new Set(numbers(row.settled))
  return numbers(row.positions).map((pos, i) => ({
    pos,
    place: places[i] ?? places[0]! + i,
    maxAttempts: maxAttempts[i] ?? maxAttempts[0]!,
    createdMs: created[i]!,
    body: bodies[i],
    rest: rests[i] ?? null,
    settled: settled.has(pos),
    parked: parked.has(pos),
  }))
}

function numbers(text: string | null | undefined): number[] {
  return text ? JSON.parse(`[${text}]`) : []
}
