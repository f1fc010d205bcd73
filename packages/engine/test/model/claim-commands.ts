import fc from 'fast-check'
import { expect } from 'vitest'
import type { ClaimedAttempt, ClaimResult, LeaseRef } from '../../src/postgres/claim.ts'
import { settleDead } from '../../src/postgres/settle.ts'
import { type Command, command, pick } from './command.ts'
import { accept, type JobSpec, jobSpecs, write } from './enqueue-commands.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelJob, ModelWorker } from './model.ts'

/** What a claim brought must have been in line, and is the worker's from now on. */
async function adopt(
  model: Model,
  ledger: Ledger,
  worker: ModelWorker,
  result: ClaimResult,
  free: number,
): Promise<number> {
  const taken = result.claimed.flatMap(({ lease, attempts }) => attempts.map((attempt) => ({ lease, attempt })))
  for (const { lease, attempt } of taken) await take(model, ledger, worker, lease, attempt, free)
  expect(taken.map(({ attempt }) => attempt.place).sort((a, b) => a - b)).toEqual(taken.map((_, i) => i + 1))
  return taken.length
}

async function take(
  model: Model,
  ledger: Ledger,
  worker: ModelWorker,
  lease: LeaseRef,
  row: ClaimedAttempt,
  free: number,
): Promise<void> {
  const job = model.jobs.get(row.rest?.jobId ?? row.pos)
  if (job === undefined || !job.inLine) throw new Error(`position ${row.pos} was claimed and is not in line`)
  expect(lease.lane).toBe(ledger.lane(job.priority, job.place).id)
  expect(row.settled).toBe(job.state !== 'pending')
  const { failures = 0, crashes = 0, deferrals = 0, expired = null } = row.rest ?? {}
  if (job.state === 'pending') expect({ failures, crashes, deferrals }).toEqual(counters(job))
  job.inLine = false
  if (job.state !== 'pending') return
  expect(expired === true).toBe(job.startBefore === 'too late')
  const attempt = { job, pos: row.pos, lease, worker, started: row.place <= free }
  job.taken = attempt
  worker.attempts.push(attempt)
  if (attempt.started) model.happen(job, 'start')
  if (expired === true) {
    const error = { name: 'ExpiredError', message: 'too late' }
    expect(
      await settleDead(ledger.runner, worker, [{ pos: row.pos, lease, durationMs: 0, reason: 'expired', error }]),
    ).toBe(1)
    model.settle(attempt, 'fail', 'failed')
    model.bury(job, 'expired')
  }
}

function counters({ failures, crashes, deferrals }: ModelJob) {
  return { failures, crashes, deferrals }
}

/** In a lane nobody overtakes: what was left stands behind what was taken. A transaction that committed late is excused. */
function expectInOrder(before: readonly (readonly [ModelJob, string, number])[]): void {
  for (const [taken, lane, at] of before.filter(([job]) => !job.inLine)) {
    const overtaken = before.find(([job, other, since]) => job.inLine && other === lane && since < at)
    if (overtaken !== undefined) throw new Error(`job ${taken.id} was taken before job ${overtaken[0].id}`)
  }
}

function standing(model: Model): (readonly [ModelJob, string, number])[] {
  return model
    .inLine()
    .flatMap((job) => (job.linedUpAt === null ? [] : [[job, `${job.priority} ${job.place}`, job.linedUpAt] as const]))
}

export async function claimOnce(
  model: Model,
  ledger: Ledger,
  worker: ModelWorker,
  limit: number,
  free: number,
): Promise<number> {
  const line = model.inLine().length
  const order = standing(model)
  const result = await ledger.claim(worker, limit, free)
  const count = await adopt(model, ledger, worker, result, free)
  expect(result.passed).toEqual([])
  expect(count).toBeLessThanOrEqual(limit)
  if (line > 0 && count === 0) throw new Error(`a claim came back empty although ${line} stand in line`)
  expectInOrder(order)
  return count
}

const claim = (who: number, limit: number, free: number): Command =>
  command(`claim ${limit} for ${free} free slots of worker ${who}`, {
    run: async (model, ledger) => void (await claimOnce(model, ledger, pick(model.live, who), limit, free)),
  })

/** All at the same moment, while a caller's transaction commits and another enqueues: whoever sees them may have them. */
const claimTogether = (limits: readonly number[], jobs: readonly JobSpec[], i: number): Command =>
  command(`all workers claim at once: ${limits.join(', ')}, beside a commit of ${i} and ${JSON.stringify(jobs)}`, {
    async run(model, ledger) {
      const order = standing(model)
      const workers = model.live
      const [written, , ...results] = await Promise.all([
        write(ledger, ledger.runner, jobs),
        ledger.transactions[i]!.query('commit'),
        ...workers.map((worker, k) => ledger.claim(worker, limits[k]!, limits[k]!, k)),
      ])
      accept(model, [...written, ...(model.uncommitted[i] ?? [])], true)
      model.uncommitted[i] = undefined
      for (const [k, worker] of workers.entries()) await adopt(model, ledger, worker, results[k]!, limits[k]!)
      expectInOrder(order)
    },
  })

const refusedClaim = (who: number): Command =>
  command(`lost worker ${who} claims`, {
    when: (model) => model.workers.some((worker) => worker.lost),
    async run(model, ledger) {
      const lost = pick(
        model.workers.filter((worker) => worker.lost),
        who,
      )
      await expect(ledger.claim(lost, 5, 5)).rejects.toMatchObject({ code: 'PW002' })
    },
  })

const beat = (who: number): Command =>
  command(`heartbeat of worker ${who}`, {
    async run(model, ledger) {
      const worker = pick(model.live, who)
      const held = model.heldBy(worker)
      const leases = held.map(({ lease }) => lease)
      expect(
        await ledger.beat(
          worker,
          leases,
          held.map(({ pos }) => pos),
        ),
      ).toBe(true)
      for (const attempt of held.filter(({ started }) => !started)) {
        attempt.started = true
        model.happen(attempt.job, 'start')
      }
    },
  })

const limit = fc.integer({ min: 1, max: 5 })

export const claimCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.nat(9), limit, fc.nat(5)).map(([who, n, free]) => claim(who, n, free)),
  fc.tuple(fc.nat(9), limit, fc.nat(5)).map(([who, n, free]) => claim(who, n, Math.max(n, free))),
  fc
    .tuple(fc.tuple(limit, limit, limit), jobSpecs, fc.nat(1))
    .map(([limits, jobs, i]) => claimTogether(limits, jobs, i)),
  fc.nat(9).map(refusedClaim),
  fc.nat(9).map(beat),
]
