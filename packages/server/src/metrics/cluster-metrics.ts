import { Gauge, type Registry } from 'prom-client'
import { addAttemptMetrics } from './attempt-metrics.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import { addEventMetrics } from './event-metrics.ts'
import { NamedSources } from './named-sources.ts'
import { addSourceMetrics } from './source-metrics.ts'

const waiting = ['pending', 'scheduled', 'retryable', 'running'] as const

/** What all processes do together, as the database has it. Returns how to take in what was found. */
export function addClusterMetrics(registry: Registry): (facts: ClusterFacts) => void {
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const depth = gauge('pawl_queue_jobs', 'Jobs of a queue that have not ended', ['queue', 'state'])
  const oldest = gauge('pawl_queue_oldest_age_seconds', 'How long the first in line has waited', ['queue'])
  const paused = gauge('pawl_queue_paused', '1: the queue is paused', ['queue'])
  const errors = gauge('pawl_queue_error_ratio', 'Share of attempts that failed lately', ['queue'])
  const dead = gauge('pawl_dead_letters', 'Dead letters that nobody has decided on', ['queue'])
  const workers = gauge('pawl_workers', 'Workers', ['state'])
  const slots = gauge('pawl_pool_slots', 'Slots of all workers', ['queue', 'state'])
  const schedules = gauge('pawl_schedules', 'Schedules', ['state'])
  const takeAttempts = addAttemptMetrics(registry)
  const named = new NamedSources()
  const takeEvents = addEventMetrics(registry, named)
  const takeSources = addSourceMetrics(registry, named)

  return (facts) => {
    for (const each of [depth, oldest, paused, errors, dead, workers, slots, schedules]) each.reset()
    for (const queue of facts.queues) {
      const labels = { queue: queue.queue }
      for (const state of waiting) depth.set({ ...labels, state }, queue[state])
      oldest.set(labels, (queue.oldestAgeMs ?? 0) / 1_000)
      paused.set(labels, queue.paused ? 1 : 0)
      if (queue.errorRate !== null) errors.set(labels, queue.errorRate)
      dead.set(labels, 0)
    }
    for (const { queue, count } of facts.deadLetters) dead.set({ queue }, count)
    for (const state of ['live', 'blocked', 'silent']) workers.set({ state }, 0)
    for (const worker of facts.workers) {
      workers.inc({ state: worker.state })
      for (const { queue, idle, busy, error } of worker.pools) {
        for (const [state, count] of Object.entries({ idle, busy, error })) slots.inc({ queue, state }, count)
      }
    }
    for (const { state } of facts.schedules) schedules.inc({ state })
    named.learn(facts.sources)
    takeAttempts(facts)
    takeEvents(facts.counts)
    takeSources(facts.sources)
  }
}
