import { type App, defineApp } from '@pawl/server'
import { firstSeries } from './first-series.ts'
import { sandboxPort, sandboxSeed } from './sandbox-urls.ts'
import { startSandbox } from './start-sandbox.ts'

export type SandboxAppOptions = {
  /** How often something happens at the services; every two seconds unless said otherwise. */
  readonly everyMs?: number
}

/** The stand-ins as an application without jobs: they run beside the workers, on PAWL_SANDBOX_PORT or 8790. */
export function sandbox({ everyMs = 2_000 }: SandboxAppOptions = {}): App {
  return defineApp({
    name: 'sandbox',
    title: 'Sandbox: stand-ins for the outside services',
    jobs: [],
    async start() {
      const running = await startSandbox({ port: sandboxPort, chapters: { seed: sandboxSeed } })
      for (const series of firstSeries) running.chapters.addSeries(series)
      running.chapters.publisher.start(everyMs)
      return { stop: () => running.stop() }
    },
  })
}
