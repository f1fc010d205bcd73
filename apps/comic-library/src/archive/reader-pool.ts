import { PawlError } from 'pawl'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveLimits } from './archive-limits.ts'
import { type ReaderEnd, ReaderProcess } from './reader-process.ts'
import type { ReaderTask } from './reader-task.ts'

export type ReaderPoolOptions = {
  readonly processes: number
  readonly limits: ArchiveLimits
  readonly timeoutMs: number
  /** An idle process ends after this time. */
  readonly idleMs: number
  /** What the processes run; ours when left out. */
  readonly program?: string
}

type Waiting = {
  readonly task: ReaderTask
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  /** How often it took its process down. */
  crashes: number
  /** How often its process did not even come up. */
  starts: number
}

/** A process can die of what another file left behind, or because somebody killed it: the second one, fresh, is to blame. */
const crashesToBlame = 2
const startsToGiveUp = 3

/** Processes that read archives, started when they are needed, each with one task at a time. */
export class ReaderPool {
  readonly #options: ReaderPoolOptions
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>()
  readonly #all = new Set<ReaderProcess>()
  readonly #waiting: Waiting[] = []
  readonly #running = new Set<Waiting>()
  #isClosed = false

  constructor(options: ReaderPoolOptions) {
    this.#options = options
  }

  /** Somebody waits for a page: it goes before what a scan asks for. */
  run(task: ReaderTask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(closed())
        return
      }
      const waiting = { task, resolve, reject, crashes: 0, starts: 0 }
      if (task.kind === 'page') this.#waiting.unshift(waiting)
      else this.#waiting.push(waiting)
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of [...this.#waiting.splice(0), ...this.#running]) reject(closed())
    const all = [...this.#all]
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    for (const each of all) each.kill()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const reader = this.#take()
      if (reader === undefined) return
      void this.#runOn(reader, this.#waiting.shift()!)
    }
  }

  /** One that is idle, the last used first so that the others may end; else a new one. */
  #take(): ReaderProcess | undefined {
    const [reader, timer] = [...this.#idle].at(-1) ?? []
    if (reader !== undefined) {
      clearTimeout(timer)
      this.#idle.delete(reader)
      return reader
    }
    if (this.#all.size >= this.#options.processes) return undefined
    const made = new ReaderProcess(this.#options.limits, this.#options.program)
    this.#all.add(made)
    void made.ended.then(() => this.#forget(made))
    return made
  }

  #forget(reader: ReaderProcess): void {
    clearTimeout(this.#idle.get(reader))
    this.#idle.delete(reader)
    this.#all.delete(reader)
    this.#dispatch()
  }

  async #runOn(reader: ReaderProcess, waiting: Waiting): Promise<void> {
    this.#running.add(waiting)
    const end = await reader.run(waiting.task, this.#options.timeoutMs)
    this.#running.delete(waiting)
    if (end.kind !== 'gone') this.#giveBack(reader, end.isSpent)
    this.#settle(waiting, end)
    this.#dispatch()
  }

  #giveBack(reader: ReaderProcess, isSpent: boolean): void {
    if (isSpent) {
      reader.kill()
      return
    }
    const timer = setTimeout(() => {
      this.#idle.delete(reader)
      reader.kill()
    }, this.#options.idleMs)
    timer.unref()
    this.#idle.set(reader, timer)
  }

  #settle(waiting: Waiting, end: ReaderEnd): void {
    if (end.kind === 'done') {
      waiting.resolve(end.value)
      return
    }
    const error = this.#isClosed ? closed() : this.#failureOf(waiting, end)
    if (error === undefined) this.#waiting.unshift(waiting)
    else waiting.reject(error)
  }

  /** Nothing where it is worth another try. */
  #failureOf(waiting: Waiting, end: Exclude<ReaderEnd, { kind: 'done' }>): PawlError | undefined {
    if (end.kind === 'refused') return new ArchiveError(end.code, end.text)
    if (end.kind === 'failed') return new PawlError('archive-reader', `cannot read archives: ${end.text}`)
    const { timeoutMs } = this.#options
    if (end.isTimeout) return new ArchiveError('timeout', `reading it took longer than ${timeoutMs} ms`)
    if (end.isStarted) waiting.crashes += 1
    else waiting.starts += 1
    if (waiting.crashes >= crashesToBlame) return new ArchiveError('crashed', 'reading it took its process down')
    return waiting.starts >= startsToGiveUp ? cannotStart() : undefined
  }
}

function closed(): PawlError {
  return new PawlError('closed', 'archives cannot be read any more: they were closed')
}

function cannotStart(): PawlError {
  return new PawlError(
    'archive-reader',
    'cannot read archives: the process for it ends before it is up; is memory short?',
  )
}
