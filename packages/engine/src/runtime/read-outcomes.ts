import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { isSnapshot } from '../postgres/is-snapshot.ts'
import { type Outcomes, type OutcomesSeen, outcomesFloor, outcomesSince } from '../postgres/outcomes.ts'
import type { Runner } from '../postgres/runner.ts'

/** How `pawl.ledger.outcomes` reads. */
export type OutcomesOptions = {
  /** What the call before returned as `cursor`. Without it nothing is told but where to begin. */
  readonly after?: string
  /** Another cursor: what came later than that is not told. Several readers who follow together catch up with it. */
  readonly until?: string
  /** How many are told one by one; all are counted. 1,000 unless said otherwise, and not more. */
  readonly limit?: number
  /** Bounds, ascending: run times are counted by them. */
  readonly runsUpToMs?: readonly number[]
}

/** Whoever was away for longer begins anew: to catch up would read too much of the ledger. */
const longestAwayMs = 60 * 60 * 1000

export async function readOutcomes(runner: Runner, options: OutcomesOptions = {}): Promise<Outcomes> {
  refuseUnknownOptions('ledger.outcomes', options, ['after', 'until', 'limit', 'runsUpToMs'])
  const { after, until, limit = 1_000, runsUpToMs: boundsMs } = options
  checkNumber('ledger.outcomes: limit', limit, { min: 0, max: 1_000 })
  if (boundsMs !== undefined) checkBounds(boundsMs)
  const seen = after === undefined ? undefined : decode(after)
  const end = until === undefined ? undefined : decode(until)
  const { floorMs, nowMs, isFuture } = await outcomesFloor(runner, seen?.snapshot ?? null)
  const missed = seen !== undefined && (isFuture || nowMs - seen.atMs > longestAwayMs)
  if (seen === undefined || missed) {
    const asked = { limit: 0, until: undefined, boundsMs: undefined }
    const { snapshot } = await outcomesSince(runner, { snapshot: farFuture, floorMs: nowMs }, asked)
    const begin = encode({ snapshot, floorMs, atMs: nowMs })
    return { counts: [], runs: [], outcomes: [], left: 0, missed, cursor: until ?? begin }
  }
  const { snapshot, counts, runs, outcomes } = await outcomesSince(runner, seen, {
    ...{ limit, until: end?.snapshot, boundsMs },
  })
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const cursor = until ?? encode({ snapshot, floorMs, atMs: nowMs })
  return { counts, runs, outcomes, left: all - outcomes.length, missed, cursor }
}

/** PostgreSQL would refuse some of what is wrong, and take the rest. */
function checkBounds(boundsMs: readonly number[]): void {
  const rises = Array.isArray(boundsMs) && boundsMs.every((bound, i) => i === 0 || boundsMs[i - 1]! < bound)
  if (rises && boundsMs.length > 0 && boundsMs.every(Number.isFinite)) return
  throw new PawlError('invalid-option', 'ledger.outcomes: runsUpToMs must be a list of numbers that rise')
}

/** Shows everything: nothing is missing in it. */
const farFuture = '9223372036854775807:9223372036854775807:'

function encode({ snapshot, floorMs, atMs }: OutcomesSeen): string {
  return Buffer.from(`${snapshot} ${Math.floor(floorMs)} ${Math.floor(atMs)}`).toString('base64url')
}

/** It may come from anywhere, so it is read with care: PostgreSQL would refuse a snapshot that is none. */
function decode(cursor: string): OutcomesSeen {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, snapshot = '', floorMs, atMs] = /^(\S+) (\d{1,15}) (\d{1,15})$/.exec(text) ?? []
  if (!isSnapshot(snapshot)) throw invalid()
  return { snapshot, floorMs: Number(floorMs), atMs: Number(atMs) }
}

function invalid(): PawlError {
  return new PawlError(
    'invalid-cursor',
    'ledger.outcomes: after and until are what earlier calls returned as cursor; got something else',
  )
}
