import { openDatabase } from '@pawl/embedded'
import { createPawl, defineJob } from 'pawl'
import { z } from 'zod'

const greet = defineJob({
  type: 'greet',
  body: z.object({ name: z.string() }),
  retry: { attempts: 3 },
  run: (job) => console.log(`Hello ${job.body.name}, this is attempt ${job.attempt}`),
})

const database = await openDatabase() // DATABASE_URL, or else an embedded PostgreSQL in .pawl/
const pawl = createPawl({ url: database.url, jobs: [greet] })
await pawl.migrate()
const { id } = await pawl.enqueue(greet, { name: 'Ada' }) // durable from here on
await pawl.drain({ keepOpen: true }) // a server would call pawl.start() and keep running
console.log(id, (await pawl.job(id))?.status)
await pawl.stop()
await database.stop()
