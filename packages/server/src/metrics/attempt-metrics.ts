import { Counter, Histogram, type Registry } from 'prom-client'
import type { ClusterFacts } from './cluster-facts.ts'
import { CountedHistogram } from './counted-histogram.ts'
import { secondsBuckets } from './seconds-buckets.ts'

/** What the ledger tells of attempts in all processes: what they came to, how long they waited and ran. */
export function addAttemptMetrics(
  registry: Registry,
): (facts: Pick<ClusterFacts, 'outcomes' | 'waits' | 'runs' | 'missed'>) => void {
  const registers = [registry]
  const settled = new Counter({
    name: 'pawl_attempts_total',
    help: 'Attempts of all processes that came to something, since this server looks',
    labelNames: ['queue', 'type', 'outcome', 'error_class'],
    registers,
  })
  const waited = new Histogram({
    name: 'pawl_job_wait_seconds',
    help: 'How long attempts stood in line before they were claimed, by any process',
    labelNames: ['queue', 'type'],
    buckets: secondsBuckets,
    registers,
  })
  const ran = new CountedHistogram({
    name: 'pawl_job_run_seconds',
    help: 'How long handlers ran, in any process',
    buckets: secondsBuckets,
    registry,
  })
  const gaps = new Counter({
    name: 'pawl_attempt_gaps_total',
    help: 'Times that this server had not looked for so long that attempts in between are not counted',
    registers,
  })
  return ({ outcomes, waits, runs, missed }) => {
    for (const { queue, type, outcome, errorClass, count } of outcomes) {
      settled.inc({ queue, type, outcome, error_class: errorClass ?? '' }, count)
    }
    for (const { queue, type, waitsMs } of waits) {
      for (const ms of waitsMs) waited.observe({ queue, type }, ms / 1_000)
    }
    for (const { queue, type, outcome, upToMs, count, ms } of runs) {
      ran.add({ queue, type, outcome }, upToMs === null ? null : upToMs / 1_000, { count, sum: ms / 1_000 })
    }
    if (missed) gaps.inc()
  }
}
