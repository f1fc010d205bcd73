import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { cancelCommands } from './cancel-commands.ts'
import { claimCommands, claimOnce } from './claim-commands.ts'
import { compare } from './compare.ts'
import { commitTransaction, enqueueCommands } from './enqueue-commands.ts'
import { Ledger } from './ledger.ts'
import { Model } from './model.ts'
import { lineUp, otherCommands } from './other-commands.ts'
import { reclaimCommands } from './reclaim-commands.ts'
import { settle } from './settle.ts'
import { settleCommands } from './settle-commands.ts'

const database = testDatabase()
const workers = 3
let ledger: Ledger

beforeAll(async () => {
  ledger = new Ledger(database.url, workers)
  await ledger.open()
})
afterAll(() => ledger.close())

// What brings jobs in and has them taken comes more often, so that there is something to settle, cancel and reclaim.
const anyCommands = fc.commands(
  [
    ...[...enqueueCommands, ...claimCommands].flatMap((command) => [command, command]),
    ...[...settleCommands, ...cancelCommands, ...otherCommands, ...reclaimCommands],
  ],
  { maxCommands: 60, size: 'max' },
)

/** Everything that was accepted comes to an end once the workers just go on. */
async function drain(model: Model): Promise<void> {
  for (const i of model.uncommitted.keys()) {
    const commit = commitTransaction(i)
    if (commit.check(model)) await commit.run(model, ledger)
  }
  for (const worker of model.workers) await settle(model, ledger, worker, model.heldBy(worker), 'succeed')
  await lineUp(true).run(model, ledger)
  const [worker] = model.live
  while ((await claimOnce(model, ledger, worker!, 5, 5)) > 0) {
    await settle(model, ledger, worker!, model.heldBy(worker!), 'succeed')
  }
  await compare(model, ledger)
  expect(model.inLine()).toEqual([])
  expect(model.allEnded()).toBe(true)
}

// A failure prints its seed and path: pass them to fc.assert to see the same commands again.
test('whatever several workers do, in whatever order, the ledger does what the model says and loses nothing', {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyCommands, async (commands) => {
      await ledger.empty()
      const model = new Model()
      for (let i = 0; i < workers; i++) model.workers.push(await ledger.register())
      await fc.asyncModelRun(() => ({ model, real: ledger }), commands)
      await drain(model)
    }),
    { numRuns: 40 },
  )
})
