import { expect, test } from 'vitest'
import { testEffects } from '../support/effects.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const postgres = ownPostgres()
const effects = testEffects(postgres)

test.each([
  ['restarted', () => postgres.restart()],
  ['killed', () => postgres.crash()],
])(
  'when PostgreSQL is %s under load, all workers go on by themselves and each accepted job ends once',
  async (how, strike) => {
    const { url } = postgres
    const pawl = effects.client()
    const names = [`${how}-1`, `${how}-2`]
    const workers = await Promise.all(names.map((name) => startWorker({ url, name, jobs: 'effect' })))
    const accepted: string[] = []
    let enqueuing = true
    const load = (async () => {
      while (enqueuing) {
        const calls = Array.from({ length: 5 }, () => pawl.enqueue(effect, {}))
        for (const call of await Promise.allSettled(calls))
          if (call.status === 'fulfilled') accepted.push(call.value.id)
      }
    })()
    const acceptsAnother = async (count: number) => {
      const before = accepted.length
      await until(`${count} more were accepted`, () => accepted.length >= before + count)
    }
    await acceptsAnother(100)
    await strike()
    await acceptsAnother(100)
    enqueuing = false
    await load

    await effects.ended(accepted)
    expect(await effects.tally(accepted)).toEqual({ 1: accepted.length })
    const [row] = await postgres.sql(
      `select (select count(*)::int from pawl.dead) as dead,
            (select count(*)::int from (select job from effect group by job having count(*) > 1) job) as doubled,
            (select count(*)::int from (select job_id from pawl.attempt join pawl.outcome using (pos)
              where kind in ('succeeded', 'failed', 'cancelled') group by job_id having count(*) > 1) job) as ended_twice`,
    )
    expect(row).toEqual({ dead: 0, doubled: 0, ended_twice: 0 })

    // each of them, not only the other one: with its neighbour stopped it still works
    for (const worker of workers) {
      const other = workers.find((each) => each !== worker)!
      other.signal('SIGSTOP')
      const { id } = await pawl.enqueue(effect, {})
      await worker.said('committed', { id })
      other.signal('SIGCONT')
    }
  },
  240_000,
)
