import { fileURLToPath } from 'node:url'
import { createPawl } from 'pawl'
import type { Proof } from './proof.ts'
import { BlastBook } from './support/blast-book.ts'
import { blastJobs, longMs } from './support/blast-jobs.ts'
import type { BlastWorkerArguments } from './support/blast-worker.ts'
import { type BlastCounts, type BlastResult, killBesideShortJobs } from './support/kill-beside-short-jobs.ts'
import { ProofServer } from './support/proof-server.ts'
import { WorkerFleet } from './support/worker-fleet.ts'

const series = [1, 3, 10]
const limits = { p99Ms: 1_000, gapMs: 3_000 }
/** Given up after 1.5 s of silence, and started again at once, long jobs end this long after the only kill. */
const atOnceMs = longMs + 10_000

export const blastRadius: Proof = {
  name: 'blast-radius',
  sentence: 'A killed worker stops no queue of the other workers, and its jobs run again beside all others.',
  async run(log, signal) {
    log('starting a PostgreSQL of my own')
    const server = await ProofServer.start()
    const { url } = server
    const jobs = blastJobs()
    const book = new BlastBook(url)
    const pawl = createPawl({ url, jobs: [jobs.long, jobs.short] })
    const fleet = new WorkerFleet({
      script: fileURLToPath(new URL('./support/blast-worker.ts', import.meta.url)),
      size: 3,
      argument: (name): BlastWorkerArguments => ({ url, name }),
    })
    const results: BlastResult[] = []
    try {
      await pawl.migrate()
      await book.open()
      fleet.start()
      for (const kills of series) {
        const result = await killBesideShortJobs({ pawl, jobs, book, fleet, kills, log, signal })
        results.push(result)
        log(`the last long job ended ${result.untilLongEndedMs} ms after the last kill`)
        log(JSON.stringify(countsOf(result)))
      }
      await fleet.end()
    } finally {
      await fleet.killAll()
      await Promise.allSettled([pawl.stop(), book.close()])
      await server.close()
    }
    const broken = results.flatMap(brokenBy)
    if (fleet.ended > 0) broken.push(`${fleet.ended} workers ended by themselves`)
    return { counts: together(results.map(countsOf)), broken }
  },
}

function brokenBy(result: BlastResult): string[] {
  const { kills, shortP99Ms, longestGapMs, lost, doubled, poisonedInnocent, untilLongEndedMs, reclaimed } = result
  const refused: readonly (readonly [isBroken: boolean, what: string])[] = [
    [
      shortP99Ms >= limits.p99Ms,
      `the p99 latency of short jobs was ${shortP99Ms} ms, and ${limits.p99Ms} is the limit`,
    ],
    [longestGapMs >= limits.gapMs, `no short job ended for ${longestGapMs} ms, and ${limits.gapMs} is the limit`],
    [lost > 0, `${lost} jobs had no effect`],
    [doubled > 0, `${doubled} effects happened again`],
    [poisonedInnocent > 0, `${poisonedInnocent} jobs that harm no worker are dead letters`],
    [kills === 1 && untilLongEndedMs > atOnceMs, `the long jobs took ${untilLongEndedMs} ms: not all ran at once`],
    [reclaimed === 0, 'not put to the test: no job was taken back from a worker'],
  ]
  return refused.filter(([isBroken]) => isBroken).map(([, what]) => `with ${kills} kills: ${what}`)
}

function countsOf({ untilLongEndedMs: _, reclaimed: __, ...counts }: BlastResult): BlastCounts {
  return counts
}

/** Of several series: sums of what was counted, the worst of what was measured. */
function together(all: readonly BlastCounts[]): BlastCounts {
  const sum = (of: (counts: BlastCounts) => number) => all.reduce((total, counts) => total + of(counts), 0)
  return {
    kills: sum(({ kills }) => kills),
    shortJobs: sum(({ shortJobs }) => shortJobs),
    shortP99Ms: Math.max(...all.map(({ shortP99Ms }) => shortP99Ms)),
    longestGapMs: Math.max(...all.map(({ longestGapMs }) => longestGapMs)),
    longJobs: sum(({ longJobs }) => longJobs),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    poisonedInnocent: sum(({ poisonedInnocent }) => poisonedInnocent),
  }
}
