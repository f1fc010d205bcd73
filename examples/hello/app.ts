import { defineApp } from '@pawl/app'
import { defineJob, defineSchedule } from 'pawl'
import { z } from 'zod'

/** Writes its row and its own completion in one transaction: however often it is killed, the sum is there once. */
const count = defineJob({
  type: 'hello.count',
  queue: 'hello',
  body: z.object({ upTo: z.number().int().positive() }),
  async run(job) {
    const total = (job.body.upTo * (job.body.upTo + 1)) / 2
    await job.commit(async (tx) => {
      await tx.query('insert into hello.count (job, total) values ($1, $2)', [job.id, total])
      if (job.body.upTo % 10 === 0) await job.enqueue(greet, { name: `whoever counts to ${job.body.upTo}` })
    })
  },
})

const greet = defineJob({
  type: 'hello.greet',
  queue: 'greetings',
  body: z.object({ name: z.string().min(1) }),
  run: (job) => `Hello ${job.body.name}, this is attempt ${job.attempt}`,
})

const counting = defineSchedule({
  name: 'hello.counting',
  everyMs: 3_000,
  job: count,
  body: ({ at }) => ({ upTo: 1 + (Math.floor(at.getTime() / 3_000) % 100) }),
})

/** The smallest application there is: something to look at when everything runs. */
export const hello = defineApp({
  name: 'hello',
  title: 'Hello: counts, and greets who counts to a round number',
  jobs: [count, greet],
  schedules: [counting],
  migrations: new URL('./migrations/', import.meta.url),
  commands: [
    {
      name: 'greet',
      summary: 'greet somebody, and wait for the greeting',
      args: ['<name>'],
      examples: ['pawl hello greet Ada'],
      async run({ pawl, args: [name = ''], json, print }) {
        const { id } = await pawl.enqueue(greet, { name })
        const greeting = await pawl.result<string>(id)
        print(json ? JSON.stringify({ id, greeting }) : greeting)
        return 0
      },
    },
  ],
})
