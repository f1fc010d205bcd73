import { FolderWatch } from './folder-watch.ts'

export type LibraryWatchOptions = {
  readonly root: string
  readonly quietMs: number
  readonly pollMs: number
  /** Starts a scan. What it throws is told to nobody: the next change, or the next look, starts another. */
  readonly scan: () => Promise<unknown>
}

/** Starts a scan of a library once its folder has changed and come to rest; where it cannot be watched, every now and then. */
export class LibraryWatch {
  readonly #options: LibraryWatchOptions
  readonly #folder: FolderWatch
  #quiet: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined

  constructor(options: LibraryWatchOptions) {
    this.#options = options
    this.#folder = new FolderWatch({
      root: options.root,
      onChange: () => this.#changed(),
      onBlind: () => this.#lookNowAndThen(),
    })
  }

  start(): Promise<void> {
    return this.#folder.start()
  }

  stop(): void {
    clearTimeout(this.#quiet)
    clearInterval(this.#poll)
    this.#folder.stop()
  }

  #changed(): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#scan(), this.#options.quietMs)
  }

  #lookNowAndThen(): void {
    this.#poll ??= setInterval(() => this.#scan(), this.#options.pollMs)
  }

  #scan(): void {
    this.#options.scan().catch(() => {})
  }
}
