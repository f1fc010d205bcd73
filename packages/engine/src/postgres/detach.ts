import type pg from 'pg'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const giveUp = statement('partition_give_up')

/** A partition is detached by somebody else, or has been. */
const overtaken = new Set(['42P01', '55000', '40P01'])
const cancelled = '57014'

/**
 * Detaches a table, unless others use it for longer than we are patient: it waits for every transaction that reads or writes
 * the ledger, and nobody waits for it. Not by a lock_timeout, which would have to be set for the session and leak through a pooler.
 * False: not yet. What was begun is ended the next time.
 */
export async function detach(client: pg.Client, other: Runner, ddl: string, patienceMs: number): Promise<boolean> {
  const timer = setInterval(() => void other.run(giveUp, [ddl]).catch(() => {}), patienceMs)
  try {
    await client.query(ddl)
    return true
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (code === cancelled || overtaken.has(code)) return false
    throw error
  } finally {
    clearInterval(timer)
  }
}
