import { SuspendedError } from '../../job/suspended-error.ts'
import type { Attempt } from './attempt.ts'

type Parked = { readonly event: string | undefined; readonly dueAt: number; readonly reject: (reason: unknown) => void }

/**
 * Suspends an attempt when all that its handler does is wait. A wait beside a step that runs is held until that step has
 * ended, so that its result is kept and the waits of one `Promise.all` are waited for together.
 */
export class Suspension {
  readonly #attempt: Attempt
  #parked: Parked[] = []
  #active = 0

  constructor(attempt: Attempt) {
    this.#attempt = attempt
  }

  /** A step, a sleep or a wait that is not parked is under way. */
  get isActive(): boolean {
    return this.#active > 0
  }

  async during<T>(run: () => Promise<T>): Promise<T> {
    this.#active++
    try {
      return await run()
    } finally {
      this.#active--
      this.#suspendSoon()
    }
  }

  /** Called by what runs `during`: it can go on only in another attempt. */
  park(event: string | undefined, ms: number): Promise<never> {
    if (this.#parked.length === 0) this.#rejectOnAbort()
    return new Promise<never>((_, reject) => {
      this.#active--
      const resume = (reason: unknown) => {
        this.#active++
        reject(reason)
      }
      this.#parked.push({ event, dueAt: performance.now() + ms, reject: resume })
      this.#suspendSoon()
    })
  }

  /** In the next turn of the event loop: what the handler begins right after a step has ended comes first. */
  #suspendSoon(): void {
    if (this.#active === 0 && this.#parked.length > 0) setImmediate(() => this.#suspend())
  }

  #suspend(): void {
    if (this.#active > 0 || this.#parked.length === 0) return
    const delayMs = Math.min(...this.#parked.map(({ dueAt }) => dueAt)) - performance.now()
    const events = new Set(this.#parked.flatMap(({ event }) => event ?? []))
    this.#attempt.abort(new SuspendedError([...events].sort(), Math.max(0, delayMs)))
  }

  #rejectOnAbort(): void {
    const { signal } = this.#attempt
    const reject = () => {
      for (const parked of this.#parked.splice(0)) parked.reject(this.#attempt.abortReason)
    }
    // the listeners of a signal that has fired already are never called
    if (signal.aborted) setImmediate(reject)
    else signal.addEventListener('abort', reject, { once: true })
  }
}
