import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { loseWorker, registerWorker, watchWorkers } from '../../src/postgres/workers.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { passFence } from '../support/openings.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a worker that died is given up although the reclaim of another one waits for an open commit', async () => {
  const committing = await ledger.worker('committing')
  const lane = await ledger.lane()
  const commit = await database.connect()
  await appendAttempts(commit, lane)
  const [item] = toSettle(await ledger.claim(committing, lane))
  await commit.query('begin')
  await passFence(clientRunner(commit, false), { worker: committing, lease: item!.lease, pos: item!.pos, idleMs: 0 })
  const { heartbeat } = (await watchWorkers(ledger.runner)).find(({ id }) => id === committing.id)!
  await loseWorker(ledger.runner, committing.id, heartbeat)
  await registerWorker(ledger.runner, randomUUID(), 'dead', ['work'])

  const idle = defineJob({ type: 'idle', body: z.object({}), run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [idle] })
  const lost: string[] = []
  const waits: string[] = []
  pawl.on('worker.lost', ({ worker }) => void lost.push(worker))
  pawl.on('service.error', ({ service }) => void waits.push(service))
  await pawl.start()
  await until('the dead one is given up', () => lost.includes('dead'))
  await until('the reclaim has waited', () => waits.includes(`reclaimer (job_${item!.pos})`))
  await commit.query('rollback')
  await until('the job of the other one comes back', async () => {
    const [row] = await database.sql('select kind from pawl.outcome where pos = $1', [item!.pos])
    return row?.kind === 'crashed'
  })
})
