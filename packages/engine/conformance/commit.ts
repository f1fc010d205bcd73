import { defineJob, fixed } from 'pawl'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reaches } from '../test/support/settled.ts'
import type { Transport } from './transport.ts'

export function commitConformance({ open, database }: Transport): void {
  const body = z.object({ n: z.number() })
  const retry = { attempts: 2, backoff: fixed({ delayMs: 1 }) }
  const ran: number[] = []
  const follow = defineJob({ type: 'follow', body, run: (job) => void ran.push(job.body.n) })

  beforeAll(() => database.sql('create table effect (n int not null)'))

  async function effects(n: number): Promise<number> {
    const rows = await database.sql('select from effect where n = $1', [n])
    return rows.length
  }

  test('rows, follow-ups and completion are written together', async () => {
    const job = defineJob({
      type: 'together',
      body,
      run: (attempt) =>
        attempt.commit(async (tx) => {
          await tx.query('insert into effect values ($1)', [attempt.body.n])
          const { id } = await attempt.enqueue(follow, { n: attempt.body.n })
          expect(id).toMatch(/^job_/)
        }),
    })
    const pawl = open({ jobs: [job, follow] })
    const { id } = await pawl.enqueue(job, { n: 1 })
    await pawl.drain({ keepOpen: true })
    expect((await pawl.job(id))?.status).toBe('succeeded')
    expect([await effects(1), ran]).toEqual([1, [1]])
  })

  test('a callback that throws leaves nothing behind, and the job is retried', async () => {
    const job = defineJob({
      type: 'rollback',
      body,
      retry,
      run: (attempt) =>
        attempt.commit(async (tx) => {
          await tx.query('insert into effect values ($1)', [attempt.body.n])
          await attempt.enqueue(follow, { n: attempt.body.n })
          if (attempt.attempt === 1) throw new Error('first try')
        }),
    })
    const pawl = open({ jobs: [job, follow] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 2 })
    expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 2, failures: 1 })
    await pawl.drain({ keepOpen: true })
    expect([await effects(2), ran.filter((n) => n === 2)]).toEqual([1, [2]])
  })

  test('a commit that PostgreSQL rolled back for the sake of another transaction may be called again', async () => {
    let commits = 0
    const job = defineJob({
      type: 'conflict',
      body,
      async run(attempt) {
        const commit = () =>
          attempt.commit(async (tx) => {
            await tx.query('insert into effect values ($1)', [attempt.body.n])
            await attempt.enqueue(follow, { n: attempt.body.n })
            if (++commits > 1) return
            await tx.query(`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`)
          })
        await commit().catch(commit)
      },
    })
    const pawl = open({ jobs: [job, follow] })
    const told: string[] = []
    pawl.on('job.enqueue', ({ type }) => told.push(type))
    const { id } = await pawl.enqueue(job, { n: 12 })
    await pawl.drain({ keepOpen: true })
    expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', attempt: 1 })
    expect([commits, await effects(12), ran.filter((n) => n === 12)]).toEqual([2, 1, [12]])
    expect(told).toEqual(['conflict', 'follow'])
  })

  test('a follow-up that nobody here knows is refused, as enqueue refuses it', async () => {
    const stranger = defineJob({ type: 'folow', body, run: () => {} })
    const job = defineJob({
      type: 'to-strangers',
      body,
      retry: { attempts: 1 },
      run: (attempt) => attempt.enqueue(stranger, { n: 1 }),
    })
    const pawl = open({ jobs: [job, follow] })
    const { id } = await pawl.enqueue(job, { n: 1 })
    await pawl.drain({ keepOpen: true })
    expect(await pawl.job(id)).toMatchObject({
      status: 'failed',
      error: { code: 'unknown-type', message: expect.stringContaining(`did you mean 'follow'`) },
    })
  })

  test('follow-ups outside of commit are written with the completion: a failed attempt leaves none', async () => {
    const job = defineJob({
      type: 'plain',
      body,
      retry,
      async run(attempt) {
        await attempt.enqueue(follow, { n: attempt.body.n })
        if (attempt.attempt === 1) throw new Error('first try')
      },
    })
    const pawl = open({ jobs: [job, follow] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 3 })
    await reaches(pawl, id, 'succeeded')
    await pawl.drain({ keepOpen: true })
    expect(ran.filter((n) => n === 3)).toEqual([3])
  })

  test('an error after commit does not undo it, and is not silent', async () => {
    const late: string[] = []
    const job = defineJob({
      type: 'late',
      body,
      async run(attempt) {
        await attempt.commit((tx) => tx.query('insert into effect values ($1)', [attempt.body.n]))
        throw new Error('after the fact')
      },
    })
    const pawl = open({ jobs: [job] })
    pawl.on('job.late-error', ({ error }) => late.push((error as Error).message))
    const { id } = await pawl.enqueue(job, { n: 4 })
    await pawl.drain({ keepOpen: true })
    expect((await pawl.job(id))?.status).toBe('succeeded')
    expect([await effects(4), late]).toEqual([1, ['after the fact']])
  })

  test('commit works once in an attempt, and enqueue after it is refused with advice', async () => {
    const messages: string[] = []
    const job = defineJob({
      type: 'twice',
      body,
      async run(attempt) {
        await attempt.commit(async () => {})
        await attempt.commit(async () => {}).catch((error: Error) => messages.push(error.message))
        await attempt.enqueue(follow, { n: 5 }).catch((error: Error) => messages.push(error.message))
      },
    })
    const pawl = open({ jobs: [job, follow] })
    await pawl.enqueue(job, { n: 5 })
    await pawl.drain({ keepOpen: true })
    expect(messages).toEqual([
      expect.stringContaining('put all writes into one'),
      expect.stringContaining('inside of it or before'),
    ])
    expect(ran).not.toContain(5)
  })

  test('a statement that fails inside commit fails the attempt, nothing is written', async () => {
    const job = defineJob({
      type: 'broken-sql',
      body,
      retry: { attempts: 1 },
      run: (attempt) =>
        attempt.commit(async (tx) => {
          await tx.query('insert into effect values ($1)', [attempt.body.n])
          await tx.query('select no_such_column from effect').catch(() => {})
          return 'the transaction is doomed, whatever the handler does'
        }),
    })
    const pawl = open({ jobs: [job] })
    const { id } = await pawl.enqueue(job, { n: 6 })
    await pawl.drain({ keepOpen: true })
    expect((await pawl.job(id))?.status).toBe('failed')
    expect(await effects(6)).toBe(0)
  })
}
