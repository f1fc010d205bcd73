import { type Sandbox, startSandbox } from '@pawl/sandbox'
import { createPawl, defineJob, type Pawl, type SourceDefinition } from 'pawl'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import type { Ask, ChapterSource, FoundRelease, Listing } from '../../src/sources/chapter-source.ts'
import { createSources, type Sources } from '../../src/sources/sources.ts'

export type Looked = {
  readonly releases: readonly FoundRelease[]
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[]
  readonly isComplete: boolean
  readonly pages: number
}

/** Real sources, asked by a real job over HTTP, with the stand-ins behind them. */
export type SourceBench = {
  readonly sandbox: Sandbox
  readonly sources: Sources
  readonly pawl: Pawl
  /** Runs it inside of a job of the source, with its `job.fetch`, and hands on what it returns or throws. */
  ask<T>(source: string, run: (ask: Ask) => Promise<T>): Promise<T>
  /** Reads a listing to its end; null when there is no such series. */
  look(source: ChapterSource, sourceId: string, since?: Date): Promise<Looked | null>
}

/** Limits and circuits have tests of their own; here they would only take time. */
function patient(definition: SourceDefinition): SourceDefinition {
  const limit = { perMinute: null, burst: 1, quota: null, quotaPeriod: null, quotaTime: null, quotaZone: null }
  return { ...definition, buckets: { '': limit }, circuit: { ...definition.circuit, failures: 1_000 } }
}

export function sourceBench(): SourceBench {
  const database = testDatabase()
  let running: (ask: Ask) => Promise<void> = async () => {}
  const job = defineJob({
    type: 'ask',
    body: z.object({ source: z.string() }),
    source: ({ source }) => source,
    retry: { attempts: 1 },
    run: (attempt) => running((url, options) => attempt.fetch(url, options)),
  })
  const bench = {} as { -readonly [Key in keyof SourceBench]: SourceBench[Key] }
  beforeAll(async () => {
    bench.sandbox = await startSandbox({ port: 0, chapters: { limit: { perSecond: 10_000 } } })
    bench.sources = createSources({ services: bench.sandbox.urls.chapters, allowPrivate: true, userAgent: 'tests' })
    const sources = bench.sources.all.map(({ definition }) => patient(definition))
    bench.pawl = createPawl({ url: database.url, jobs: [job], sources })
    await bench.pawl.start()
  })
  afterAll(async () => {
    await bench.pawl.stop()
    await bench.sandbox.stop()
  })
  bench.ask = async <T>(source: string, run: (ask: Ask) => Promise<T>): Promise<T> => {
    const told = new Promise<T>((resolve, reject) => {
      running = (ask) => run(ask).then(resolve, reject)
    })
    told.catch(() => {})
    await bench.pawl.enqueue(job, { source })
    return told
  }
  bench.look = (source, sourceId, since) =>
    bench.ask(source.sourceOf(sourceId), async (ask) => {
      const listing = await source.look(ask, sourceId, { since })
      return listing === null ? null : await readAll(listing)
    })
  return bench
}

async function readAll({ pages, isComplete }: Listing): Promise<Looked> {
  const releases: FoundRelease[] = []
  const unreadable: { id: string; reason: string }[] = []
  let count = 0
  for await (const page of pages) {
    count++
    releases.push(...page.releases)
    unreadable.push(...page.unreadable)
  }
  return { releases, unreadable, isComplete, pages: count }
}
