import { comparePaths } from './compare-paths.ts'
import type { Difference, KnownPath } from './difference.ts'
import type { WalkedEntry } from './walked-entry.ts'

/** A page of what is on record, in the order of paths, after this one. An empty one is the last. */
export type ReadKnown = (after: string) => Promise<readonly KnownPath[]>

export type DifferPage = {
  readonly differences: readonly Difference[]
  /** Up to where both were compared. */
  readonly after: string
  readonly ended: boolean
}

/**
 * Compares a folder with what is on record of it, as two streams in the same order. Neither is ever held whole. What is on record is
 * read anew by each call of `next`, as what the one before found is written in between.
 */
export class Differ {
  readonly #walk: AsyncIterator<WalkedEntry>
  #entry: WalkedEntry | undefined
  #walkEnded = false
  #last: string
  /** A folder that cannot be read at the moment: what is on record below it stands. */
  #blind: string | undefined
  #found: number

  /** `after`: where the walk begins; `found`: what was met before that. */
  constructor(walk: AsyncIterator<WalkedEntry>, after = '', found = 0) {
    this.#walk = walk
    this.#last = after
    this.#found = found
  }

  /** Comics met so far. */
  get found(): number {
    return this.#found
  }

  /** The next differences, up to so many, or what was found when `isLate` says so. */
  async next(read: ReadKnown, limit: number, isLate: () => boolean): Promise<DifferPage> {
    const differences: Difference[] = []
    let known: readonly KnownPath[] = []
    let place = 0
    let knownEnded = false
    for (;;) {
      if (place === known.length && !knownEnded) {
        known = await read(this.#last)
        place = 0
        knownEnded = known.length === 0
      }
      const entry = await this.#peek()
      const row = known[place]
      if (entry === undefined && row === undefined) return { differences, after: this.#last, ended: true }
      const order = entry === undefined ? 1 : row === undefined ? -1 : comparePaths(entry.path, row.path)
      if (order <= 0) this.#take(entry!)
      if (order >= 0) place++
      const path = order <= 0 ? entry!.path : row!.path
      differences.push(...this.#compare(path, order <= 0 ? entry : undefined, order >= 0 ? row : undefined))
      this.#last = path
      if (differences.length >= limit || isLate()) return { differences, after: path, ended: false }
    }
  }

  async #peek(): Promise<WalkedEntry | undefined> {
    while (this.#entry === undefined && !this.#walkEnded) {
      const { value, done } = await this.#walk.next()
      if (done === true) this.#walkEnded = true
      else if (this.#last === '' || comparePaths(value.path, this.#last) > 0) this.#entry = value
      // the walk went on in the midst of a folder that it cannot read any more; or two names look the same as texts
      else if (value.kind === 'unreadable') this.#blind = value.path
    }
    return this.#entry
  }

  #take(entry: WalkedEntry): void {
    this.#entry = undefined
    if (entry.kind === 'comic') this.#found++
    if (entry.kind === 'unreadable' && entry.path.endsWith('/')) this.#blind = entry.path
  }

  #compare(path: string, entry: WalkedEntry | undefined, known: KnownPath | undefined): Difference[] {
    const isBlind = this.#blind !== undefined && path !== this.#blind && path.startsWith(this.#blind)
    if (isBlind) return []
    const differences: Difference[] = []
    const reason = entry === undefined || entry.kind === 'comic' ? undefined : entry.reason
    if (entry?.kind === 'comic') {
      const { size, mtimeNs } = entry
      if (known?.file?.size !== size || known.file.mtimeNs !== mtimeNs)
        differences.push({ kind: 'found', path, size, mtimeNs })
    } else if (known?.file !== undefined && entry?.kind !== 'unreadable') differences.push({ kind: 'gone', path })
    if (reason !== undefined && known?.skipped !== reason) differences.push({ kind: 'skip', path, reason })
    if (reason === undefined && known?.skipped !== undefined) differences.push({ kind: 'unskip', path })
    return differences
  }
}
