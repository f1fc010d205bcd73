import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { Enqueued } from '../job/enqueued.ts'

/** How many jobs are written with one statement. */
export const enqueueBatch = 1_000

/** Enqueues what a source yields, a batch at a time, and reads no further before a batch is durable. */
export async function enqueueInBatches<Body>(
  bodies: Iterable<Body> | AsyncIterable<Body>,
  enqueueMany: (bodies: readonly Body[]) => Promise<readonly Enqueued[]>,
): Promise<{ accepted: number }> {
  checkIterable(bodies)
  let accepted = 0
  let waiting: Body[] = []
  for await (const body of bodies) {
    waiting.push(body)
    if (waiting.length < enqueueBatch) continue
    accepted += (await enqueueMany(waiting)).length
    waiting = []
  }
  if (waiting.length > 0) accepted += (await enqueueMany(waiting)).length
  return { accepted }
}

/** A text is iterable as well, and each of its characters would be a body. */
function checkIterable(bodies: unknown): void {
  const isIterable =
    typeof bodies === 'object' && bodies !== null && (Symbol.iterator in bodies || Symbol.asyncIterator in bodies)
  if (isIterable) return
  throw new PawlError('invalid-bodies', `enqueueStream takes bodies as something to iterate over; got ${show(bodies)}`)
}
