import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const now = statement('retry_now')

/** Undefined: it does not wait for its retry. */
export async function retryNow(
  runner: Runner,
  position: number,
): Promise<{ readonly queue: string; readonly type: string } | undefined> {
  const [row] = await runner.run(now, [position])
  return row && { queue: row.queue, type: row.type }
}
