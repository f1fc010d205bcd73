import type { Claimed, ClaimedAttempt, LeaseRef } from './claim.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** A worker stands by at a lane. `follows`: the turn of the lease that ends it; undefined while that is not known. */
export type Standing = { readonly lane: number; readonly claim: number; follows: number | undefined }

/** What ended the one with this claim: a job that was handed over, or something else. */
export type Followed = { readonly standing: number; readonly handed: Claimed | undefined }

const standByAt = statement('stand_by', ['follows'])
const find = statement('standing_find', ['follows'])
const standDownAt = statement('stand_down')
const standDownIfFreeAt = statement('stand_down_if_free')
const followed = statement('standby_followed')

/** The turn of the lease that will follow. Undefined: it does not stand by there. */
export async function standBy(
  runner: Runner,
  worker: string,
  { lane, claim }: Standing,
  present: number,
): Promise<number | undefined> {
  const [row] = await runner.run(standByAt, [worker, claim, lane, present])
  return row === undefined ? undefined : Number(row.follows)
}

/** The same, asked again where its answer was lost. Undefined: it does not stand by there, nor did it a moment ago. */
export async function findStanding(
  runner: Runner,
  worker: string,
  { lane, claim }: Standing,
): Promise<number | undefined> {
  const [row] = await runner.run(find, [worker, lane, claim])
  return row === undefined ? undefined : Number(row.follows)
}

/** False: something else has ended it. */
export async function standDown(runner: Runner, worker: string, lane: number): Promise<boolean> {
  return (await runner.run(standDownAt, [worker, lane])).length === 1
}

/** The same without waiting for an enqueue that is handing over a job there. False: that, or something else has ended it. */
export async function standDownIfFree(runner: Runner, worker: string, lane: number): Promise<boolean> {
  return (await runner.run(standDownIfFreeAt, [worker, lane])).length === 1
}

export async function whatFollowed(
  runner: Runner,
  worker: string,
  standings: readonly Standing[],
): Promise<Followed[]> {
  const lanes = standings.map(({ lane }) => lane)
  const turns = standings.map(({ follows }) => follows)
  const claims = standings.map(({ claim }) => claim)
  const rows = await runner.run(followed, [worker, lanes, turns, claims])
  return rows.map(({ standing, lane, turn, claim, pos, max_attempts, created_ms, body, settled }) => ({
    standing,
    handed:
      pos === null
        ? undefined
        : claimedOne(lane, turn, claim, plainAttempt(pos, max_attempts, Number(created_ms), body, settled)),
  }))
}

/** The claim by which a worker stood by, from that of the lease that it was handed: above these bits that is random. */
export function standingOf({ claim }: LeaseRef): number {
  return claim % 2 ** 32
}

/** What an enqueue tells the worker that it hands a job to: six numbers, and the body. Undefined: another release has told it. */
export function readHandover(payload: string): Claimed | undefined {
  const told = /^(\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (.*)$/s.exec(payload)
  if (told === null) return undefined
  const [lane, turn, claim, pos, maxAttempts, createdMs] = told.slice(1, 7).map(Number) as Six
  return claimedOne(lane, turn, claim, plainAttempt(pos, maxAttempts, createdMs, told[7]!, false))
}

type Six = [number, number, number, number, number, number]

function claimedOne(lane: number, turn: number, claim: number, attempt: ClaimedAttempt): Claimed {
  return { lease: { lane, turn, claim }, attempts: [attempt], pass: undefined }
}

/** Only the first attempts of plain jobs are handed over. */
function plainAttempt(
  pos: number,
  maxAttempts: number,
  createdMs: number,
  body: string,
  settled: boolean,
): ClaimedAttempt {
  return { pos, place: 1, maxAttempts, createdMs, body: JSON.parse(body), rest: null, settled, parked: false }
}
