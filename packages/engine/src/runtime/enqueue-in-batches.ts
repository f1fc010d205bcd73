import type { Enqueued } from '../job/enqueued.ts'

/** How many jobs are written with one statement. */
export const enqueueBatch = 1_000

/** Enqueues what a source yields, a batch at a time, and reads no further before a batch is durable. */
export async function enqueueInBatches<Body>(
  bodies: Iterable<Body> | AsyncIterable<Body>,
  enqueueMany: (bodies: readonly Body[]) => Promise<readonly Enqueued[]>,
): Promise<{ accepted: number }> {
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
