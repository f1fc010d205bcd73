import fc from 'fast-check'
import { expect } from 'vitest'
import { decideReclaim, type ReclaimDecision } from '../../src/job/decide-reclaim.ts'
import { buryAttempt, reclaimAttempt, type Unsettled, unsettledOfLostWorker } from '../../src/postgres/reclaim.ts'
import { loseWorker, recordSuspect, watchWorkers } from '../../src/postgres/workers.ts'
import { type Command, command, pick } from './command.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelAttempt, ModelWorker } from './model.ts'
import { write } from './settle.ts'

/** False: the attempt was settled meanwhile. */
function reclaimOne(ledger: Ledger, item: Unsettled, decision: ReclaimDecision): Promise<boolean> {
  if (decision.kind === 'dead') return buryAttempt(ledger.runner, item, decision.reason, {})
  const lane = ledger.lane(item.lane.priority, 'alone')
  return reclaimAttempt(ledger.runner, item, lane.id, decision.blamed ? 1 : 0, {})
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
    if (item.alone || !item.ahead) job.startBefore = 'any time'
    model.lineUp(job, 'alone')
  }
}

/** What the ledger says that a lost worker left behind, which must be what the model says. */
async function leftBehind(model: Model, ledger: Ledger, worker: ModelWorker): Promise<Unsettled[]> {
  const items = await unsettledOfLostWorker(ledger.runner, worker.id)
  const held = model.heldBy(worker).sort((a, b) => a.pos - b.pos)
  expect(items).toMatchObject(
    held.map(({ pos, started, job: { id, failures, crashes, maxAttempts } }) => {
      return { pos, ahead: !started, jobPosition: id, failures, crashes, maxAttempts, workerName: worker.name }
    }),
  )
  return items
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

const loseAndReclaim = (who: number, alone: boolean, halfWay: boolean): Command =>
  command(`worker ${who} dies${alone ? ' with a suspect' : ''} and is reclaimed${halfWay ? ' half-way' : ''}`, {
    async run(model, ledger) {
      const worker = pick(model.live, who)
      const [first] = model.heldBy(worker)
      if (alone && first !== undefined) expect(await recordSuspect(ledger.runner, worker.id, first.pos)).toBe(true)
      await lose(model, ledger, worker)
      await reclaim(model, ledger, worker, halfWay)
    },
  })

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
  fc.tuple(fc.nat(9), fc.boolean(), fc.boolean()).map(([who, alone, halfWay]) => loseAndReclaim(who, alone, halfWay)),
  fc.nat(9).map(reclaimRest),
  fc.nat(9).map(reclaimRacesZombie),
]
