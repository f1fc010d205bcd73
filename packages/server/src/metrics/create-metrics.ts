import type { Pawl } from 'pawl'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { ClusterLook } from './cluster-facts.ts'
import { addClusterMetrics } from './cluster-metrics.ts'

/** The metrics of one Pawl, as Prometheus reads them. */
export type Metrics = {
  readonly contentType: string
  /** What to answer a scrape with. Resolves also when the database is away: `pawl_database_up` is 0 then. */
  text(): Promise<string>
}

/**
 * Makes metrics of a Pawl: what the database knows of all processes, and Node's own of this one. A server has them at /metrics; a
 * worker without a server can answer its own scrapes with them.
 *
 * @example
 * ```ts
 * const metrics = createMetrics(pawl)
 * console.log((await metrics.text()).includes("pawl_database_up 1"))
 * ```
 */
export function createMetrics(pawl: Pawl): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const take = addClusterMetrics(registry)
  const look = new ClusterLook(pawl)
  const up = new Gauge({ name: 'pawl_database_up', help: '1: the database answers', registers: [registry] })
  return {
    contentType: registry.contentType,
    async text() {
      await look.refresh(take).then(
        () => up.set(1),
        () => up.set(0),
      )
      return registry.metrics()
    },
  }
}
