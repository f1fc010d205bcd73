import type { EventCount } from 'pawl'
import { Counter, type Registry } from 'prom-client'
import type { NamedSources } from './named-sources.ts'

/** Which events are exported, under which name. Their labels are fields of the events. */
const counted: readonly (readonly [event: string, name: string, help: string, labels: readonly string[]])[] = [
  [
    'job.reclaim',
    'pawl_reclaims_total',
    'Attempts taken back from workers that were gone',
    ['queue', 'type', 'blamed'],
  ],
  ['job.lease-lost', 'pawl_lease_losses_total', 'Attempts whose outcome somebody else had written', ['queue', 'type']],
  ['job.dead', 'pawl_dead_letters_made_total', 'Jobs that became dead letters', ['queue', 'type', 'reason']],
  ['connection.lost', 'pawl_connection_losses_total', 'Times that a worker had no connection for its jobs', []],
  [
    'connection.defer',
    'pawl_connection_deferred_jobs_total',
    'Jobs deferred because Pawl had no connection for them',
    ['queue', 'type'],
  ],
  [
    'source.defer',
    'pawl_source_deferred_jobs_total',
    'Jobs put off because of a source',
    ['queue', 'type', 'source', 'reason'],
  ],
  ['source.open', 'pawl_source_openings_total', 'Circuits that have opened', ['source']],
  ['schedule.fire', 'pawl_schedule_fires_total', 'Ticks that have fired', ['schedule']],
  ['schedule.miss', 'pawl_schedule_misses_total', 'Ticks that were missed', ['schedule']],
  ['schedule.error', 'pawl_schedule_errors_total', 'Schedules that could not fire', ['schedule']],
  ['worker.lost', 'pawl_worker_losses_total', 'Workers that went silent and were given up', ['self']],
  ['slot.error', 'pawl_slot_errors_total', 'Slots held by handlers that ignored their abort', []],
  ['sweep.repair', 'pawl_repairs_total', 'What had fallen between two steps and was put right', ['kind']],
  ['service.error', 'pawl_service_errors_total', 'Failures of background services', ['service']],
]

/** What workers have counted, in whichever process. Returns how to take it in. */
export function addEventMetrics(registry: Registry, named: NamedSources): (counts: readonly EventCount[]) => void {
  const counters = counted.map(([event, name, help, labels]) => ({
    event,
    labels,
    counter: new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
  }))
  return (counts) => {
    for (const { event, labels, counter } of counters) {
      counter.reset()
      for (const each of counts.filter(({ name }) => name === event)) {
        const value = (label: string) => {
          const given = each.labels[label] ?? ''
          return label === 'source' && given !== '' ? named.label(given) : given
        }
        counter.inc(Object.fromEntries(labels.map((label) => [label, value(label)])), each.count)
      }
    }
  }
}
