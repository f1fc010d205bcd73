import { createPawl } from 'pawl'
import { keyJobs } from './key-jobs.ts'
import type { FromWorker } from './worker-process.ts'

/** A process of the proof of keys. A producer enqueues every key of every mode in an order of its own; a worker runs the jobs. */
export type KeyProcessArguments = {
  readonly url: string
  readonly name: string
  readonly role: 'producer' | 'worker'
  readonly keys: number
}

const { url, name, role, keys } = JSON.parse(process.argv[2]!) as KeyProcessArguments
const tell = (message: FromWorker) => process.send?.(message)

const pawl = createPawl({
  url,
  jobs: Object.values(keyJobs),
  worker: { name, heartbeatMs: 200, silenceMs: 1_500, pollMs: 200 },
  migrate: false,
})
process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))

if (role === 'worker') {
  pawl.on('worker.start', () => tell({ kind: 'ready' }))
  pawl.on('worker.lost', ({ worker, self }) => tell({ kind: 'lost', worker, self }))
  await pawl.start()
} else {
  tell({ kind: 'ready' })
  await produce()
  tell({ kind: 'done' })
}

/** Half in calls that share an insert, half in batches: both ways must agree on who was first. */
async function produce(): Promise<void> {
  const numbers = shuffled(Array.from({ length: keys }, (_, n) => n))
  for (let i = 0; i < numbers.length; i += 100) {
    const some = numbers.slice(i, i + 100)
    const bodies = some.map((n) => ({ n }))
    for (const job of Object.values(keyJobs)) {
      if ((i / 100) % 2 === 0) await pawl.enqueueMany(job, bodies)
      else await Promise.all(bodies.map((body) => pawl.enqueue(job, body)))
    }
  }
}

function shuffled(numbers: number[]): number[] {
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const swapped = numbers[i]!
    numbers[i] = numbers[j]!
    numbers[j] = swapped
  }
  return numbers
}
