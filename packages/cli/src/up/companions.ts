import type { App, AppServices } from '@pawl/app'
import type { Logger } from 'pawl'

type Companion = { readonly app: string; stop(): Promise<void> }

/** What applications run beside the workers: started in their order, stopped in the reverse. */
export class Companions {
  readonly #logger: Logger
  readonly #running: Companion[] = []

  constructor(logger: Logger) {
    this.#logger = logger
  }

  async start(apps: readonly App[], services: AppServices): Promise<void> {
    for (const app of apps) {
      const started = await app.start?.(services)
      if (started !== undefined) this.#running.push({ app: app.name, stop: () => started.stop() })
    }
  }

  async stop(): Promise<void> {
    for (const { app, stop } of this.#running.splice(0).reverse()) {
      await stop().catch((error) => this.#logger.error({ app, err: error }, 'application did not stop as it should'))
    }
  }
}
