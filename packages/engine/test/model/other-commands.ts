import fc from 'fast-check'
import { expect } from 'vitest'
import { discardDead, replayDead } from '../../src/postgres/dead-letters.ts'
import { expireLate, lineUpDue } from '../../src/postgres/line-up.ts'
import { type Command, command, pick } from './command.ts'
import type { Ledger } from './ledger.ts'
import { type Model, type ModelJob, newJob } from './model.ts'

/** What the jobs wait for comes nearer: PostgreSQL's own clock cannot be set. */
async function passAnHour(model: Model, ledger: Ledger): Promise<void> {
  for (const table of ['pawl.attempt', 'pawl.later']) {
    await ledger.sql(`update ${table} set start_before = start_before - interval '1 hour'`)
  }
  await ledger.sql(`update pawl.later set run_at = run_at - interval '1 hour'`)
  for (const job of model.jobs.values()) if (job.startBefore === 'in time') job.startBefore = 'too late'
}

export const lineUp = (anHourPasses: boolean): Command =>
  command(`line up what is due${anHourPasses ? ' an hour later' : ''}`, {
    async run(model, ledger) {
      if (anHourPasses) await passAnHour(model, ledger)
      const due = new Set(
        (await ledger.sql(`select job_id from pawl.later where run_at <= clock_timestamp()`)).map((row) => row.job_id),
      )
      const waiting = [...model.jobs.values()].filter(({ state }) => state === 'scheduled' || state === 'retryable')
      expect(await lineUpDue(ledger.runner)).toBe(due.size)
      const at = model.now()
      for (const job of waiting.filter(({ id }) => due.has(id))) {
        model.happen(job, 'lineUp')
        model.lineUp(job, job.place, at)
      }
    },
  })

const expire = (anHourPasses: boolean): Command =>
  command(`expire what was not started in time${anHourPasses ? ' an hour later' : ''}`, {
    async run(model, ledger) {
      if (anHourPasses) await passAnHour(model, ledger)
      const late = model.inLine().filter(({ state, startBefore }) => state === 'pending' && startBefore === 'too late')
      const expired = await expireLate(ledger.runner, 24 * 3_600_000)
      expect(expired.map(({ jobPosition }) => jobPosition).sort()).toEqual(late.map(({ id }) => id).sort())
      for (const job of late) {
        model.happen(job, 'expire')
        job.outcomes.push('failed')
        model.bury(job, 'expired')
      }
    },
  })

const replay = (which: readonly number[]): Command =>
  command(`replay jobs ${which.join(', ')}, dead or not`, {
    when: (model) => model.jobs.size > 0,
    async run(model, ledger) {
      const jobs = [...new Set(which.map((number) => pick(byDeath(model), number)))]
      const dead = jobs.filter((job) => job.dead?.endedAs === null)
      const replayed = await replayDead(
        ledger.runner,
        jobs.map(({ id }) => id),
        jobs.map(() => null),
      )
      expect(replayed.map(({ dead }) => dead).sort()).toEqual(dead.map(({ id }) => id).sort())
      const at = model.now()
      for (const { dead: id, id: newId } of replayed) {
        const { priority, maxAttempts, dead } = model.jobs.get(id)!
        dead!.endedAs = 'replayed'
        const job = newJob({ id: newId, priority, maxAttempts, startBefore: 'any time', state: 'pending', replays: id })
        model.jobs.set(newId, job)
        model.lineUp(job, 'line', at)
      }
    },
  })

const discard = (which: number): Command =>
  command(`discard job ${which}, dead or not`, {
    when: (model) => model.jobs.size > 0,
    async run(model, ledger) {
      const job = pick(byDeath(model), which)
      const isDead = job.dead?.endedAs === null
      const discarded = await discardDead(ledger.runner, [job.id])
      expect(discarded.map(({ position }) => position)).toEqual(isDead ? [job.id] : [])
      if (isDead) job.dead!.endedAs = 'discarded'
    },
  })

/** Dead letters come last, those that nobody has decided on at the very end: small numbers mean them. */
function byDeath(model: Model): ModelJob[] {
  const rank = ({ dead }: ModelJob) => (dead === undefined ? 0 : dead.endedAs === null ? 2 : 1)
  return [...model.jobs.values()].sort((a, b) => rank(a) - rank(b))
}

const few = fc.array(fc.nat(5), { minLength: 1, maxLength: 3 })

export const otherCommands: fc.Arbitrary<Command>[] = [
  fc.boolean().map(lineUp),
  fc.boolean().map(expire),
  few.map(replay),
  fc.nat(9).map(discard),
]
