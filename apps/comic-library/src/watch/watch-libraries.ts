import type { ComicLibrarySettings } from '../options.ts'
import type { Library } from '../tables/libraries.ts'
import { checkRoot } from '../walk/check-root.ts'
import { LibraryWatch } from './library-watch.ts'

/** How soon a library is watched, or no longer, after somebody has said so or its drive has come. */
const lookMs = 5_000

type Watched = Pick<Library, 'id' | 'root'>

export type WatchLibrariesOptions = {
  readonly watching: ComicLibrarySettings['watching']
  /** The libraries that are to be watched by now. */
  readonly list: () => Promise<readonly Watched[]>
  /** Starts a scan of one. */
  readonly scan: (id: number) => Promise<unknown>
}

/** Watches the libraries that are to be watched, those that are added later, and those whose drive comes back, too. */
export class WatchLibraries {
  readonly #options: WatchLibrariesOptions
  readonly #lookMs: number
  readonly #watches = new Map<string, LibraryWatch>()
  /** Libraries that were watched before, or were to be and were away. */
  readonly #known = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: WatchLibrariesOptions) {
    this.#options = options
    // nobody who wants folders looked at more often waits longer for one that comes
    this.#lookMs = Math.min(lookMs, options.watching.pollMs)
  }

  async start(): Promise<void> {
    await this.runOnce()
    const next = async () => {
      // the database may be away: the next look finds out
      await this.runOnce().catch(() => {})
      if (!this.#isStopped) this.#timer = setTimeout(next, this.#lookMs).unref()
    }
    this.#timer = setTimeout(next, this.#lookMs).unref()
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
      const { watching } = this.#options
      const scan = () => this.#options.scan(id)
      const watch = new LibraryWatch({ root, ...watching, scan })
      this.#watches.set(key, watch)
      await watch.start()
      // it has come back, and nobody knows what became of it meanwhile
      if (this.#known.has(id)) await scan()
      this.#known.add(id)
    }
  }

  /** Libraries to watch whose folder is there, by the folder itself: a watch ends with its drive, and does not see another come. */
  async #wanted(): Promise<Map<string, Watched>> {
    const wanted = new Map<string, Watched>()
    for (const { id, root } of await this.#options.list()) {
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
