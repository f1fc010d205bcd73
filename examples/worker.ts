import { openDatabase } from '@pawl/embedded'
import { createPawl, defineJob, stopOnSignals } from 'pawl'
import { z } from 'zod'

const greet = defineJob({
  type: 'greet',
  body: z.object({ name: z.string() }),
  run: (job) => console.log(`Hello ${job.body.name}`),
})

const database = await openDatabase() // DATABASE_URL, or else an embedded PostgreSQL in .pawl/
const pawl = createPawl({ url: database.url, jobs: [greet] })
stopOnSignals(pawl, { afterStop: () => database.stop() }) // Ctrl-C: finish what runs, then stop PostgreSQL
await pawl.start()
await pawl.enqueue(greet, { name: 'Ada' })
console.log('Waiting for jobs. Ctrl-C stops this worker.')
