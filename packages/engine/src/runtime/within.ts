import { PawlError } from '../errors.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'

/** Waits for the end of a stop, but no longer than this. */
export async function within(limitMs: number, finished: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `PostgreSQL did not answer within ${limitMs} ms of stop(): what could not be settled or handed back is taken back by the other workers`
    timer = setTimeout(() => reject(new PawlError('stop-cut-off', message)), Math.min(limitMs, longestTimerMs))
  })
  await Promise.race([finished, late]).finally(() => clearTimeout(timer))
}
