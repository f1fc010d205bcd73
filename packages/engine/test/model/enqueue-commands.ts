import fc from 'fast-check'
import { reserveIds, writeJobs } from '../../src/postgres/enqueue.ts'
import type { NewJob } from '../../src/postgres/new-job.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import { type Command, command } from './command.ts'
import { type Ledger, priorities } from './ledger.ts'
import { type Model, type ModelJob, newJob, type StartBefore } from './model.ts'

const hourMs = 3_600_000

export type JobSpec = {
  readonly priority: number
  readonly maxAttempts: number
  readonly startBefore: StartBefore
  readonly delay: 'none' | 'due at once' | 'an hour'
  readonly reserved: boolean
}

const spec: fc.Arbitrary<JobSpec> = fc.record({
  priority: fc.constantFrom(...priorities),
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  startBefore: fc.oneof(
    { weight: 3, arbitrary: fc.constant<StartBefore>('any time') },
    { weight: 1, arbitrary: fc.constantFrom<StartBefore>('in time', 'in time', 'too late') },
  ),
  delay: fc.constantFrom('none', 'none', 'none', 'due at once', 'an hour'),
  reserved: fc.boolean(),
})
export const jobSpecs = fc.array(spec, { minLength: 1, maxLength: 4 })
const transaction = fc.nat(1)

/** Writes jobs through a runner and returns them as the model will know them once they are committed. */
export async function write(ledger: Ledger, runner: Runner, specs: readonly JobSpec[]): Promise<ModelJob[]> {
  const ids = await reserveIds(ledger.runner, specs.length)
  const rows = specs.map((each, i) => toRow(ledger, each, ids[i]!))
  const written = await writeJobs(runner, rows)
  return specs.map(({ priority, maxAttempts, startBefore, delay }, i) =>
    newJob({
      id: written[i]!.id,
      priority,
      maxAttempts,
      startBefore,
      state: delay === 'none' ? 'pending' : 'scheduled',
    }),
  )
}

/** The jobs are committed: everybody sees them. */
export function accept(model: Model, jobs: readonly ModelJob[], late: boolean): void {
  const at = late ? null : model.now()
  for (const job of jobs) {
    model.jobs.set(job.id, job)
    if (job.state === 'pending') model.lineUp(job, 'line', at)
  }
}

function toRow(ledger: Ledger, { priority, maxAttempts, startBefore, delay, reserved }: JobSpec, id: number): NewJob {
  const offsetMs = startBefore === 'too late' ? -hourMs : hourMs
  return {
    type: 'model',
    queue: 'model',
    lane: ledger.lane(priority, 'line').id,
    source: '',
    body: '{}',
    maxAttempts,
    startBefore: startBefore === 'any time' ? null : new Date(Date.now() + offsetMs),
    trace: null,
    runAt: null,
    delayMs: delay === 'none' ? null : delay === 'an hour' ? hourMs : 0,
    id: reserved ? id : null,
  }
}

const enqueue = (jobs: readonly JobSpec[]): Command =>
  command(`enqueue ${JSON.stringify(jobs)}`, {
    run: async (model, ledger) => accept(model, await write(ledger, ledger.runner, jobs), false),
  })

const enqueueInTransaction = (i: number, jobs: readonly JobSpec[]): Command =>
  command(`enqueue in transaction ${i} ${JSON.stringify(jobs)}`, {
    async run(model, ledger) {
      if (model.uncommitted[i] === undefined) await ledger.transactions[i]!.query('begin')
      const written = await write(ledger, ledger.callersTransaction(i), jobs)
      model.uncommitted[i] = [...(model.uncommitted[i] ?? []), ...written]
    },
  })

export const commitTransaction = (i: number): Command =>
  command(`commit transaction ${i}`, {
    when: (model) => model.uncommitted[i] !== undefined,
    async run(model, ledger) {
      await ledger.transactions[i]!.query('commit')
      accept(model, model.uncommitted[i]!, true)
      model.uncommitted[i] = undefined
    },
  })

const rollBackTransaction = (i: number): Command =>
  command(`roll back transaction ${i}`, {
    when: (model) => model.uncommitted[i] !== undefined,
    async run(model, ledger) {
      await ledger.transactions[i]!.query('rollback')
      model.uncommitted[i] = undefined
    },
  })

export const enqueueCommands: fc.Arbitrary<Command>[] = [
  jobSpecs.map(enqueue),
  jobSpecs.map(enqueue),
  fc.tuple(transaction, jobSpecs).map(([i, jobs]) => enqueueInTransaction(i, jobs)),
  transaction.map(commitTransaction),
  transaction.map(rollBackTransaction),
]
