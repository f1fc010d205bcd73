import type { AppServices } from '@pawl/server'
import type { PhasesDefinition } from 'pawl'
import type { ComicLibrarySettings } from '../options.ts'
import { listLibraries } from '../tables/libraries.ts'
import { LibraryWatch } from './library-watch.ts'

/** How soon a library is watched, or no longer, after somebody has said so. */
const lookMs = 5_000

export type WatchParts = { readonly scan: PhasesDefinition; readonly settings: Pick<ComicLibrarySettings, 'watching'> }

/** Watches the libraries that are to be watched, those that are added later too. */
export class WatchLibraries {
  readonly #services: Pick<AppServices, 'pawl' | 'db'>
  readonly #parts: WatchParts
  readonly #watches = new Map<string, LibraryWatch>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(services: Pick<AppServices, 'pawl' | 'db'>, parts: WatchParts) {
    this.#services = services
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.runOnce()
    const next = async () => {
      // the database may be away: the next look finds out
      await this.runOnce().catch(() => {})
      if (!this.#isStopped) this.#timer = setTimeout(next, lookMs).unref()
    }
    this.#timer = setTimeout(next, lookMs).unref()
  }

  async runOnce(): Promise<void> {
    const libraries = (await listLibraries(this.#services.db)).filter(({ watch }) => watch)
    const wanted = new Map(libraries.map(({ id, root }) => [`${id} ${root}`, { id, root }]))
    for (const [key, watch] of this.#watches) {
      if (wanted.has(key)) continue
      watch.stop()
      this.#watches.delete(key)
    }
    for (const [key, { id, root }] of wanted) {
      if (this.#watches.has(key) || this.#isStopped) continue
      const { pawl } = this.#services
      const { scan, settings } = this.#parts
      const watch = new LibraryWatch({ root, ...settings.watching, scan: () => pawl.pipelines.start(scan, String(id)) })
      this.#watches.set(key, watch)
      await watch.start()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const watch of this.#watches.values()) watch.stop()
    this.#watches.clear()
  }
}
