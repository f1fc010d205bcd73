import { openDatabase } from '@pawl/embedded'
import { createPawl, defineJob } from 'pawl'
import { z } from 'zod'

/** What `npm start` runs: a database, the schema, one job from its enqueue to its end. */
const count = defineJob({
  type: 'example.count',
  queue: 'examples',
  body: z.object({ upTo: z.number().int().positive() }),
  async run(job) {
    await job.commit(async (tx) => {
      await tx.query('create table if not exists example_count (job text primary key, total int not null)')
      const total = (job.body.upTo * (job.body.upTo + 1)) / 2
      await tx.query('insert into example_count (job, total) values ($1, $2)', [job.id, total])
    })
  },
})

const say = (line: string) => console.log(`  ${line}`)

console.log('Pawl: durable background work on PostgreSQL\n')
const database = await openDatabase()
say(`database   ${process.env.DATABASE_URL ? 'the one of DATABASE_URL' : 'embedded PostgreSQL, started'}`)
const pawl = createPawl({ url: database.url, jobs: [count] })
try {
  const applied = await pawl.migrate()
  say(`schema     ${applied.length === 0 ? 'up to date' : `${applied.length} migrations applied`}`)
  const { id } = await pawl.enqueue(count, { upTo: 100 })
  say(`enqueued   ${id} (${count.type})`)
  await pawl.drain({ keepOpen: true })
  const job = await pawl.job(id)
  if (job === undefined) throw new Error(`the job ${id} is not in the ledger`)
  say(`${job.status}  ${id} after attempt ${job.attempt} of ${job.maxAttempts}, its row committed with it`)
  for (const attempt of await pawl.attempts(id)) say(`           ran on ${attempt.worker}`)
  if (job.status !== 'succeeded') process.exitCode = 1
} finally {
  await pawl.stop()
  await database.stop()
}
say('stopped    run it again: the history is still there')
