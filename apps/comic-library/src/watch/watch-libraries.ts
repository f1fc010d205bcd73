import type { AppServices } from '@pawl/server'
import type { PhasesDefinition } from 'pawl'
import type { ComicLibrarySettings } from '../options.ts'
import { type Library, listLibraries } from '../tables/libraries.ts'
import { checkRoot } from '../walk/check-root.ts'
import { LibraryWatch } from './library-watch.ts'

/** How soon a library is watched, or no longer, after somebody has said so. */
const lookMs = 5_000

export type WatchParts = { readonly scan: PhasesDefinition; readonly settings: Pick<ComicLibrarySettings, 'watching'> }

/** Watches the libraries that are to be watched, those that are added later too. */
export class WatchLibraries {
  readonly #services: Pick<AppServices, 'pawl' | 'db'>
  readonly #parts: WatchParts
  readonly #watches = new Map<string, LibraryWatch>()
  /** Libraries that were watched before, or were to be and were away. */
  readonly #known = new Set<number>()
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
    const wanted = await this.#wanted()
    for (const [key, watch] of this.#watches) {
      if (wanted.has(key)) continue
      watch.stop()
      this.#watches.delete(key)
    }
    for (const [key, { id, root }] of wanted) {
      if (this.#watches.has(key) || this.#isStopped) continue
      const { pawl } = this.#services
      const { scan, settings } = this.#parts
      const start = () => pawl.pipelines.start(scan, String(id))
      const watch = new LibraryWatch({ root, ...settings.watching, scan: start })
      this.#watches.set(key, watch)
      await watch.start()
      // it has come back, and nobody knows what became of it meanwhile
      if (this.#known.has(id)) await start()
      this.#known.add(id)
    }
  }

  /** Libraries to watch whose folder is there, by the folder itself: a watch ends with its drive, and does not see another come. */
  async #wanted(): Promise<Map<string, Pick<Library, 'id' | 'root'>>> {
    const wanted = new Map<string, Pick<Library, 'id' | 'root'>>()
    for (const { id, root, watch } of await listLibraries(this.#services.db)) {
      if (!watch) continue
      const mark = await checkRoot(root).catch(() => undefined)
      if (mark === undefined) this.#known.add(id)
      else wanted.set(`${id} ${root} ${mark}`, { id, root })
    }
    return wanted
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const watch of this.#watches.values()) watch.stop()
    this.#watches.clear()
  }
}
