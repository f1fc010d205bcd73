import { beforeEach } from 'vitest'
import { claim } from '../../../src/postgres/claim.ts'
import type { Runner } from '../../../src/postgres/runner.ts'
import type { SettlingWorker } from '../../../src/postgres/settle.ts'
import { askSource, declareSources, type Told, tellSources } from '../../../src/postgres/sources.ts'
import { defineSource, type SourceOptions } from '../../../src/source/define-source.ts'
import { testDatabase } from '../../support/database.ts'
import { appendAttempts, TestLedger } from '../../support/ledger.ts'

/** A ledger with sources, and what happens to the one that is called 'a'. */
export function testSources() {
  const database = testDatabase()
  const ledger = new TestLedger(database)
  let worker: SettlingWorker
  let claims = 0

  beforeEach(async () => {
    await database.sql('truncate pawl.source, pawl.bucket, pawl.attempt')
    worker = await ledger.worker()
  })

  return {
    database,
    ledger,

    /** Time passes for a source: all that it remembers is so much older. */
    async pass(ms: number): Promise<void> {
      const ago = `- ${ms} * interval '1 ms'`
      await database.sql(
        `update pawl.bucket set refilled_at = refilled_at ${ago}, full_at = full_at ${ago}, awaited_until = awaited_until ${ago},
                quota_ends_at = quota_ends_at ${ago}`,
      )
      await database.sql(`update pawl.source set probe_at = probe_at ${ago}, paused_until = paused_until ${ago}`)
    },

    /** Whether that was news. */
    async declare(options: SourceOptions): Promise<boolean> {
      return (await declareSources(ledger.runner, [defineSource(options)])).length > 0
    },

    /** Why a request may not be sent now; undefined if it may. */
    async refusal(options?: Parameters<typeof askSource>[2]): Promise<string | undefined> {
      return (await askSource(ledger.runner, 'a', options)).reason ?? undefined
    },

    async tell(told: Omit<Told, 'source'>) {
      return (await tellSources(ledger.runner, [{ source: 'a', ...told }]))[0]!
    },

    async claimFrom(
      lanes: readonly { id: number; source: string }[],
      { limit = 10, free = limit, runner = ledger.runner }: { limit?: number; free?: number; runner?: Runner } = {},
    ) {
      const ranked = lanes.map((lane) => ({ ...lane, rank: 0 }))
      const pool = { queue: 'work', limit, free, startRate: undefined, lanes: ranked }
      return claim(runner, { worker: worker.id, claim: ++claims, pools: [pool] })
    },

    async laneOf(source: string, jobs: number): Promise<{ id: number; source: string }> {
      const id = await ledger.lane({ source })
      await appendAttempts(await ledger.runner.client(), id, jobs)
      return { id, source }
    },
  }
}
