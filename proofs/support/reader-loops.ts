import { setTimeout as pause } from 'node:timers/promises'

/** How reads of a server ended. `reasons`: of the failures, each once. */
export type ReadTally = { answered: number; refused: number; left: number; failed: number; readonly reasons: string[] }

const paths = [
  '/api/queues',
  '/api/jobs',
  '/api/sources',
  '/api/workers',
  '/api/operations',
  '/api/jobs?status=succeeded',
]
/**
 * One reader in four leaves every other read before it has its answer. It stays for the next one: readers that leave and come again
 * without end make more connections than a process can accept, one in each turn of its event loop.
 */
const leavesAfterMs = 20
const comesAgainMs = 100

export type ReaderOptions = { readonly url: string; readonly token: string; readonly readers: number }

/** Readers that ask again as soon as they are answered, until the signal fires. */
export async function readerLoops({ url, token, readers }: ReaderOptions, until: AbortSignal): Promise<ReadTally> {
  const tally: ReadTally = { answered: 0, refused: 0, left: 0, failed: 0, reasons: [] }
  await Promise.all(Array.from({ length: readers }, (_, reader) => readOn({ url, token, reader }, tally, until)))
  return tally
}

type Reader = { readonly url: string; readonly token: string; readonly reader: number }

async function readOn({ url, token, reader }: Reader, tally: ReadTally, until: AbortSignal): Promise<void> {
  for (let n = reader; !until.aborted; n++) {
    const leaves = reader % 4 === 0 && n % 2 === 0
    const leaving = leaves ? { signal: AbortSignal.timeout(leavesAfterMs) } : {}
    try {
      const answer = await fetch(url + paths[n % paths.length], {
        ...leaving,
        headers: { Authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      if (answer.ok) tally.answered++
      else if (answer.status === 503 && answer.headers.has('retry-after')) tally.refused++
      else fail(tally, `${answer.status}`)
    } catch (error) {
      if (until.aborted) return
      if (leaves) tally.left++
      else fail(tally, String((error as Error).cause ?? error))
      await pause(comesAgainMs)
    }
  }
}

function fail(tally: ReadTally, reason: string): void {
  tally.failed++
  if (!tally.reasons.includes(reason)) tally.reasons.push(reason)
}
