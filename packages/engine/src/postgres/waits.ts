import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** How long attempts of a type stood in line before they were claimed. */
export type WaitsOfType = { readonly queue: string; readonly type: string; readonly waitsMs: readonly number[] }

/** What `pawl.ledger.waits` answers. */
export type Waits = {
  /** Of up to ten thousand claims since the cursor, in whichever process. */
  readonly waits: readonly WaitsOfType[]
  /** For the next call. */
  readonly cursor: number
}

const read = statement('waits_read')
const most = 10_000

export async function readWaits(runner: Runner, after: number | undefined): Promise<Waits> {
  const [row] = await runner.run(read, [after ?? null, most])
  return { waits: row.waits, cursor: row.now_ms }
}
