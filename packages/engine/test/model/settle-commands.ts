import fc from 'fast-check'
import { expect } from 'vitest'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { transactFenced } from '../../src/postgres/transact.ts'
import { passFence } from '../support/openings.ts'
import { type Command, command, pick } from './command.ts'
import { accept, type JobSpec, write as writeJobs } from './enqueue-commands.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelAttempt, ModelWorker } from './model.ts'
import { type Settlement, settle, settlements, write } from './settle.ts'

const withAttempts = (model: Model) => model.workers.filter((worker) => worker.attempts.length > 0)
const anyTaken = (model: Model) => withAttempts(model).length > 0
const anyOpen = (model: Model) => model.open().length > 0

const settleHeld = (who: number, how: Settlement): Command =>
  command(`worker ${who} settles all it holds: ${how}`, {
    when: anyOpen,
    async run(model, ledger) {
      const worker = pick(
        model.workers.filter((each) => model.heldBy(each).length > 0),
        who,
      )
      await settle(model, ledger, worker, model.heldBy(worker), how)
    },
  })

/** Any worker, lost or not, any attempts that it ever took: zombies, second thoughts, replies that were lost. */
const settleAny = (who: number, which: readonly number[], how: Settlement): Command =>
  command(`worker ${who} settles ${which.join(', ')} of all it ever took: ${how}`, {
    when: anyTaken,
    async run(model, ledger) {
      const worker = pick(withAttempts(model), who)
      const attempts = [...new Set(which.map((number) => pick(worker.attempts, number)))]
      await settle(model, ledger, worker, attempts, how)
    },
  })

const settleAsStranger = (which: number, how: Settlement): Command =>
  command(`a worker settles ${which}, which another one holds: ${how}`, {
    when: anyOpen,
    async run(model, ledger) {
      const attempt = pick(model.open(), which)
      const stranger = model.workers.find((worker) => worker !== attempt.worker)!
      const decision = how === 'fail' ? 'permanent' : how
      expect(await write(ledger, stranger, [attempt], decision)).toBe(0)
      const otherTurn = { ...attempt, lease: { ...attempt.lease, claim: attempt.lease.claim + 1 } }
      expect(await write(ledger, attempt.worker, [otherTurn], decision)).toBe(0)
      expect(
        await passFence(ledger.runner, { worker: stranger, lease: attempt.lease, pos: attempt.pos, idleMs: 0 }),
      ).toBe(false)
    },
  })

const followUp: JobSpec = { priority: 5, maxAttempts: 2, startBefore: 'any time', delay: 'none', reserved: false }

async function commitOne(model: Model, ledger: Ledger, worker: ModelWorker, attempt: ModelAttempt, fails: boolean) {
  const { commits: clients } = ledger
  const { pos, lease, job } = attempt
  const opening = () => openingOfCommit({ worker, lease, pos, idleMs: 60_000 })
  const result = await transactFenced({ clients, prepare: false, opening }, async (client, runner) => {
    await client.query('insert into effect (job_id) values ($1)', [job.id])
    const followUps = await writeJobs(ledger, runner, [followUp])
    if (fails) throw new Error('the handler failed')
    return followUps
  }).catch((error: Error) => error)
  if (!model.isOpen(attempt)) return expect(result).toEqual({ kind: 'lost' })
  if (result instanceof Error)
    return expect({ fails, message: result.message }).toEqual({ fails: true, message: 'the handler failed' })
  if (result.kind !== 'committed' || fails) throw new Error(`expected a commit, got ${result.kind}`)
  model.settle(attempt, 'succeed', 'succeeded')
  job.effects++
  accept(model, result.value, false)
}

const commit = (who: number, which: number, fails: boolean): Command =>
  command(`worker ${who} commits ${which} of all it ever took${fails ? ' and fails inside' : ''}`, {
    when: anyTaken,
    async run(model, ledger) {
      const worker = pick(withAttempts(model), who)
      await commitOne(model, ledger, worker, pick(worker.attempts, which), fails)
    },
  })

const how = fc.constantFrom(...settlements)
const few = fc.array(fc.nat(5), { minLength: 1, maxLength: 3 })

export const settleCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.nat(9), how).map(([who, settlement]) => settleHeld(who, settlement)),
  fc.tuple(fc.nat(9), few, how).map(([who, which, settlement]) => settleAny(who, which, settlement)),
  fc.tuple(fc.nat(9), few, how).map(([who, which, settlement]) => settleAny(who, which, settlement)),
  fc.tuple(fc.nat(9), how).map(([which, settlement]) => settleAsStranger(which, settlement)),
  fc.tuple(fc.nat(9), fc.nat(5), fc.boolean()).map(([who, which, fails]) => commit(who, which, fails)),
]
