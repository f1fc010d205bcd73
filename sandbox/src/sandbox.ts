import { type App, defineApp } from '@pawl/app'
import { generateLibrary } from './comics/generate-library.ts'
import { libraryFaults } from './comics/library-options.ts'
import { sandboxMarket, sandboxPort, sandboxSeed } from './sandbox-urls.ts'
import { startPublishing } from './start-publishing.ts'
import { startSandbox } from './start-sandbox.ts'

export type SandboxAppOptions = {
  /** How often something happens at the services. Default: 2 s */
  readonly everyMs?: number
  /** A folder in which a small library of comics is drawn, some of its files faulty. None when left out. */
  readonly comics?: string
  /** A file that records what was published, so that the next start continues there. Without it, each start begins anew. */
  readonly history?: string
}

/** Enough to look at, and drawn within a second or two. */
const smallLibrary = { series: 12, files: 72, pages: 4, page: { width: 400, height: 600 }, faults: libraryFaults }

/** PCGS fails now and then, as it does. */
const services = { chapters: { seed: sandboxSeed }, coins: { ...sandboxMarket, pcgsErrorEvery: 40 } }

/** The stand-ins as an application without jobs: they run beside the workers, on PAWL_SANDBOX_PORT or 8790. */
export function sandbox({ everyMs = 2_000, comics, history }: SandboxAppOptions = {}): App {
  return defineApp({
    name: 'sandbox',
    title: 'Sandbox: stand-ins for the outside services',
    jobs: [],
    async start() {
      if (comics !== undefined) await generateLibrary(comics, smallLibrary)
      const running = await startSandbox({ port: sandboxPort, ...services })
      const { chapters } = running
      startPublishing(chapters, everyMs, history)
      return { stop: () => running.stop() }
    },
  })
}
