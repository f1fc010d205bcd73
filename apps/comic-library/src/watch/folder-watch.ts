import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { nameKind } from '../walk/name-kind.ts'
import { readFolder } from '../walk/read-folder.ts'

export type FolderWatchOptions = {
  readonly root: string
  /** Something has changed below the folder. Told often. */
  readonly onChange: () => void
  /** Some of it cannot be watched: the system allows no more watches, or has none for this disk. */
  readonly onBlind: (error: unknown) => void
}

/** Watches a folder and all below it, a watch for each folder: those of whole trees watch each file on some systems. */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #watches = new Map<string, FSWatcher>()
  #isStopped = false

  constructor(options: FolderWatchOptions) {
    this.#options = options
  }

  /** Resolves when all folders that are there are watched. */
  start(): Promise<void> {
    return this.#watchBelow('')
  }

  stop(): void {
    this.#isStopped = true
    for (const each of this.#watches.values()) each.close()
    this.#watches.clear()
  }

  async #watchBelow(below: string): Promise<void> {
    if (this.#isStopped) return
    this.#watchFolder(below)
    let entries: Awaited<ReturnType<typeof readFolder>>
    try {
      entries = await readFolder(join(this.#options.root, below))
    } catch (error) {
      this.#unwatch(below)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#options.onBlind(error)
      return
    }
    for (const { name, kind } of entries) {
      if (kind === 'folder' && nameKind(name) !== 'junk') await this.#watchBelow(`${below}${name}/`)
    }
  }

  #watchFolder(below: string): void {
    if (this.#watches.has(below)) return
    try {
      const watched = watch(join(this.#options.root, below), { persistent: false })
      watched.on('error', (error) => {
        this.#unwatch(below)
        this.#options.onBlind(error)
      })
      watched.on('change', (event) => {
        this.#options.onChange()
        // a folder may have come
        if (event === 'rename') void this.#watchBelow(below)
      })
      this.#watches.set(below, watched)
    } catch (error) {
      this.#options.onBlind(error)
    }
  }

  #unwatch(below: string): void {
    this.#watches.get(below)?.close()
    this.#watches.delete(below)
  }
}
