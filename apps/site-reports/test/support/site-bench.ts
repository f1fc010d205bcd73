import { type Canary, type Sandbox, startCanary, startSandbox } from '@pawl/sandbox'
import { createPawl, defineJob, type Pawl, type SourceDefinition } from 'pawl'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import type { Refusal, SiteFacts } from '../../src/page/site-facts.ts'
import { type FetchSiteOptions, fetchSite } from '../../src/sources/site.ts'
import { siteSourceOf, siteSources } from '../../src/sources/site-sources.ts'

export const userAgent = 'pawl-site-reports/0.1 (tests)'

/** Sites that are read by a real job over HTTP, with the made-up web behind them. */
export type SiteBench = {
  readonly sandbox: Sandbox
  /** Where sites lead that mean harm. */
  readonly canary: Canary
  readonly pawl: Pawl
  /** Reads a site, and hands on what comes of it. */
  read(url: string, options?: Partial<FetchSiteOptions>): Promise<SiteFacts | Refusal>
  /** The site, which must be there. */
  site(url: string, options?: Partial<FetchSiteOptions>): Promise<SiteFacts>
}

/** Limits and circuits have tests of their own; here they would only take time. */
function patient(definition: SourceDefinition): SourceDefinition {
  const limit = { perMinute: null, burst: 1, quota: null, quotaPeriod: null, quotaTime: null, quotaZone: null }
  return { ...definition, buckets: { '': limit }, circuit: { ...definition.circuit, failures: 1_000 } }
}

export function siteBench(): SiteBench {
  const database = testDatabase()
  let running: (job: Parameters<Parameters<typeof defineJob>[0]['run']>[0]) => Promise<void> = async () => {}
  const job = defineJob({
    type: 'read',
    body: z.object({ source: z.string() }),
    source: ({ source }) => source,
    retry: { attempts: 1 },
    run: (attempt) => running(attempt),
  })
  const bench = {} as { -readonly [Key in keyof SiteBench]: SiteBench[Key] }
  beforeAll(async () => {
    bench.canary = await startCanary()
    bench.sandbox = await startSandbox({ port: 0, web: { inside: bench.canary.url } })
    const sources = siteSources({ userAgent, standIn: standIn() }).map(patient)
    bench.pawl = createPawl({ url: database.url, jobs: [job], sources })
    await bench.pawl.start()
  })
  afterAll(async () => {
    await bench.pawl.stop()
    await bench.sandbox.stop()
    await bench.canary.stop()
  })
  const standIn = () => ({ domain: 'example', url: bench.sandbox.urls.siteReports.web })
  bench.read = async (url, options = {}) => {
    const told = new Promise<SiteFacts | Refusal>((resolve, reject) => {
      running = (attempt) =>
        fetchSite((to, how) => attempt.fetch(to, how), url, { userAgent, standIn: standIn(), ...options }).then(
          resolve,
          reject,
        )
    })
    told.catch(() => {})
    const source = URL.canParse(url) ? siteSourceOf(url, standIn()) : 'site:nowhere'
    await bench.pawl.enqueue(job, { source })
    return told
  }
  bench.site = async (url, options) => {
    const read = await bench.read(url, options)
    if (read.kind === 'site') return read
    throw new Error(`expected a site; it was refused: ${read.message}`)
  }
  return bench
}
