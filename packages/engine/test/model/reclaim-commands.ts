import fc from 'fast-check'
import { expect } from 'vitest'
import { decideReclaim, type ReclaimDecision } from '../../src/job/decide-reclaim.ts'
import { buryAttempt, reclaimAttempt, type Unsettled, unsettledOfLostWorker } from '../../src/postgres/reclaim.ts'
import { loseWorker, startInQuarantine, watchWorkers } from '../../src/postgres/workers.ts'
import { type Command, command, pick } from './command.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelAttempt, ModelWorker } from './model.ts'
import { write } from './settle.ts'

const detail = { name: 'WorkerLostError' }

/** False: the attempt was settled meanwhile. */
function reclaimOne(ledger: Ledger, item: Unsettled, decision: ReclaimDecision): Promise<boolean> {
  if (decision.kind === 'dead') return buryAttempt(ledger.runner, item, decision.reason, detail)
  const lane = ledger.lane(item.lane.priority, decision.place)
  return reclaimAttempt(ledger.runner, item, lane.id, decision.blamed ? 1 : 0, detail)
}

function record(model: Model, attempt: ModelAttempt, item: Unsettled, decision: ReclaimDecision): void {
  const { job } = attempt
  if (decision.kind === 'dead') {
    model.settle(attempt, 'fail', 'failed')
    job.crashes++
    model.bury(job, decision.reason)
  } else {
    model.settle(attempt, 'reclaim', 'crashed')
    if (decision.blamed) job.crashes++
    if (item.recorded || !item.ahead) job.startBefore = 'any time'
    model.lineUp(job, decision.place)
  }
}

/** What the ledger says that a lost worker left behind, which must be what the model says. */
async function leftBehind(model: Model, ledger: Ledger, worker: ModelWorker): Promise<Unsettled[]> {
  const items = await unsettledOfLostWorker(ledger.runner, worker.id)
  const held = model.heldBy(worker).sort((a, b) => a.pos - b.pos)
  expect(items).toMatchObject(
    held.map(({ pos, started, job }) => ({
      ...{ pos, ahead: !started, jobPosition: job.id, quarantined: job.place === 'alone' },
      ...{ failures: job.failures, crashes: job.crashes, crashesInARow: crashesInARow(job) },
      ...{ maxAttempts: job.maxAttempts, workerName: worker.name },
    })),
  )
  return items
}

/** A failed attempt ends the row; deferrals are neither crash nor proof of the contrary. */
function crashesInARow({ outcomes }: ModelAttempt['job']): number {
  return outcomes.slice(outcomes.lastIndexOf('retryable') + 1).filter((outcome) => outcome === 'crashed').length
}

async function lose(model: Model, ledger: Ledger, worker: ModelWorker): Promise<void> {
  const { heartbeat } = (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)!
  expect(await loseWorker(ledger.runner, worker.id, '2020-01-01')).toBe(false)
  expect(await loseWorker(ledger.runner, worker.id, heartbeat)).toBe(true)
  worker.lost = true
  model.workers.push(await ledger.register())
}

/** Everything that a lost worker holds comes back; or, when the reclaimer dies half-way, only the first of it. */
async function reclaim(model: Model, ledger: Ledger, worker: ModelWorker, halfWay: boolean): Promise<void> {
  const items = await leftBehind(model, ledger, worker)
  for (const item of halfWay ? items.slice(0, 1) : items) {
    const attempt = model.heldBy(worker).find(({ pos }) => pos === item.pos)!
    const decision = decideReclaim({ ...item, neighbours: items.length })
    expect(await reclaimOne(ledger, item, decision)).toBe(true)
    record(model, attempt, item, decision)
  }
}

const loseAndReclaim = (who: number, quarantined: boolean, halfWay: boolean): Command =>
  command(
    `worker ${who} dies${quarantined ? ' with an attempt in quarantine' : ''} and is reclaimed${halfWay ? ' half-way' : ''}`,
    {
      async run(model, ledger) {
        const worker = pick(model.live, who)
        const [first] = model.heldBy(worker)
        if (quarantined && first !== undefined) {
          const recorded = { pos: first.pos, jobPosition: first.job.id }
          expect(await startInQuarantine(ledger.runner, worker.id, recorded)).toBe(crashesInARow(first.job))
        }
        await lose(model, ledger, worker)
        await reclaim(model, ledger, worker, halfWay)
      },
    },
  )

const reclaimRest = (who: number): Command =>
  command(`what is left of lost worker ${who} is reclaimed`, {
    when: (model) => model.workers.some((worker) => worker.lost),
    async run(model, ledger) {
      const lost = model.workers.filter((worker) => worker.lost)
      await reclaim(model, ledger, pick(lost, who), false)
    },
  })

const reclaimRacesZombie = (who: number): Command =>
  command(`worker ${who} is given up and settles at the very moment when it is reclaimed`, {
    when: (model) => model.live.some((worker) => model.heldBy(worker).length > 0),
    async run(model, ledger) {
      const holding = model.live.filter((worker) => model.heldBy(worker).length > 0)
      const worker = pick(holding, who)
      await lose(model, ledger, worker)
      const items = await leftBehind(model, ledger, worker)
      const item = items[0]!
      const attempt = model.heldBy(worker).find(({ pos }) => pos === item.pos)!
      const decision = decideReclaim({ ...item, neighbours: items.length })
      const [settled, reclaimed] = await Promise.all([
        write({ runner: ledger.another, lane: ledger.lane }, worker, [attempt], 'succeed'),
        reclaimOne(ledger, item, decision),
      ])
      expect(settled + Number(reclaimed)).toBe(1)
      if (reclaimed) record(model, attempt, item, decision)
      else model.settle(attempt, 'succeed', 'succeeded')
    },
  })

export const reclaimCommands: fc.Arbitrary<Command>[] = [
  fc
    .tuple(fc.nat(9), fc.boolean(), fc.boolean())
    .map(([who, quarantined, halfWay]) => loseAndReclaim(who, quarantined, halfWay)),
  fc.nat(9).map(reclaimRest),
  fc.nat(9).map(reclaimRacesZombie),
]
