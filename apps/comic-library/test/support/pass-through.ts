import type { PhaseContext, PhaseDefinition, Tx } from 'pawl'
import type pg from 'pg'

export type PassOptions = {
  readonly pool: pg.Pool
  readonly run: number
  readonly input?: unknown
  /** Called before each query and before each commit. What it throws ends the scan as a kill would: the transaction is rolled back. */
  readonly moment?: () => void
}

/** Goes through phases as the engine does, without its ledger: in batches, each written in one transaction. */
export async function passThrough(
  phases: readonly PhaseDefinition[],
  subject: string,
  options: PassOptions,
): Promise<void> {
  for (const phase of phases) {
    const context = contextOf(phase, subject, options)
    await transact(options, async (tx) => phase.count?.(tx, subject, context))
    for (let pass = 0; pass < Math.min(phase.passes, 100); pass++) {
      if ((await passOnce(phase, context, options)) === 0) break
    }
  }
}

async function passOnce(phase: PhaseDefinition, context: PhaseContext, options: PassOptions): Promise<number> {
  const { subject } = context
  let worked = 0
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const page = await transact(options, (tx) =>
      phase.undone(tx, subject, { after: from, limit: phase.batch }, context),
    )
    const { rows, next } = placeIn(phase, page)
    if (next === null) return worked
    const results = await Promise.all(rows.map((row) => phase.work?.(row, context)))
    const done = rows.map((row, i) => ({ row, result: results[i] }))
    if (rows.length > 0) await transact(options, (tx) => phase.write(tx, done, context))
    worked += rows.length
    after = next
  }
}

function placeIn(phase: PhaseDefinition, page: Awaited<ReturnType<PhaseDefinition['undone']>>) {
  if (!Array.isArray(page)) {
    const { rows, after } = page as { rows: readonly unknown[]; after: string }
    return { rows, next: after }
  }
  const last = page.at(-1)
  return { rows: page, next: last === undefined ? null : String(phase.key?.(last) ?? last.id) }
}

function contextOf(phase: PhaseDefinition, subject: string, { run, input }: PassOptions): PhaseContext {
  return {
    ...{ pipeline: 'library-scan', phase: phase.name, subject, run, input, signal: new AbortController().signal },
    fetch: () => Promise.reject(new Error('nothing is fetched in this test')),
    log: { debug() {}, info() {}, warn() {}, error() {} } as unknown as PhaseContext['log'],
  }
}

async function transact<T>({ pool, moment = () => {} }: PassOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const tx = {
      query: (text: string, values?: unknown[]) => {
        moment()
        return client.query(text, values)
      },
    }
    const result = await work(tx as unknown as Tx)
    moment()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
