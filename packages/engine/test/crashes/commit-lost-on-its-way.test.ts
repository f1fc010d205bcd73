import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { loseCommit } from '../support/lose-commit.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()

test.each([
  { lost: 'commit', runs: 2, deferred: 1 },
  { lost: 'answer', runs: 1, deferred: 0 },
] as const)(
  'a job with one attempt whose connection breaks in COMMIT (the $lost is lost) has its effect once',
  async ({ lost, runs, deferred }) => {
    await database.sql('create table if not exists effect (way text not null)')
    const way = await loseCommit(database.url)
    let ran = 0
    const job = defineJob({
      type: `lost-${lost}`,
      body: z.object({}),
      retry: { attempts: 1 },
      async run(job) {
        if (++ran === 1) way.loseNext(lost)
        await job.commit((tx) => tx.query('insert into effect values ($1)', [lost]))
      },
    })
    const pawl = testPawl({ url: way.url, jobs: [job] })
    const defers: PawlEvents['connection.defer'][] = []
    pawl.on('connection.defer', (event) => void defers.push(event))
    await pawl.start()
    const { id } = await pawl.enqueue(job, {})
    await pawl.result(id)
    expect([way.lost, ran, defers.length]).toEqual([1, runs, deferred])
    expect(await database.sql('select way from effect where way = $1', [lost])).toHaveLength(1)
    expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', failures: 0, deferrals: deferred })
  },
)
