import { sliceOf } from '../job/decide-retention.ts'
import { hasCached, tidyCache } from '../postgres/cache.ts'
import type { Connections } from '../postgres/connections.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'
import type { Partitions } from './partitions.ts'
import type { Registry } from './registry.ts'
import { Retention } from './retention.ts'
import type { RetentionSettings } from './retention-options.ts'
import { Service } from './service.ts'
import type { SourceParts } from './sources/source-parts.ts'
import { Sweep } from './sweep.ts'

export type UpkeepParts = {
  readonly url: string
  readonly connections: Connections
  readonly events: Events
  readonly lanes: LaneBook
  readonly registry: Registry
  readonly partitions: Partitions
  readonly retention: RetentionSettings
  readonly sources: SourceParts
}

const tidyEveryMs = 60_000

/** The services that keep the ledger in order for everybody: any number of processes may run them at once. */
export class Upkeep {
  readonly #retention: Retention
  readonly #retaining: Service
  readonly #sweeping: Service
  readonly #tidying: Service

  constructor(parts: UpkeepParts) {
    const { url, connections, events, lanes, registry, partitions, retention, sources } = parts
    const runner = connections.general
    this.#retention = new Retention({ url, runner, lanes, events, partitions, settings: retention })
    // an outcome may be that old when the partition it is in goes, and it names its worker
    const workerKeepMs = retention.keepMs + 2 * sliceOf(retention.keepMs)
    const sweep = new Sweep({ runner: connections.repairs, reader: runner, events, registry, workerKeepMs })
    this.#retaining = new Service('retention', events, () => this.#retention.runOnce())
    this.#sweeping = new Service('sweep', events, () => sweep.runOnce())
    this.#tidying = new Service('cache', events, async () => {
      if (await hasCached(runner)) await tidyCache(connections.repairs, sources.book.cacheLimits())
      return tidyEveryMs
    })
  }

  start(): void {
    this.#retaining.start()
    this.#sweeping.start()
    this.#tidying.start()
  }

  async stop(): Promise<void> {
    this.#retention.close()
    await this.#retaining.stop()
    await this.#sweeping.stop()
    await this.#tidying.stop()
  }
}
