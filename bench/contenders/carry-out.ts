import { setTimeout as pause } from 'node:timers/promises'
import { clock } from './clock.ts'
import type { Contender, Handle } from './contender.ts'
import type { Answers, EnqueueOrder, Order, PaceOrder, Work, WorkReport } from './orders.ts'
import { RunBook } from './run-book.ts'

/** Carries out the orders of the benchmark on one contender. */
export class CarryOut {
  readonly #contender: Contender
  /** The same contender on another database. */
  readonly #contenderOn: (url: string) => Promise<Contender>
  /** By database. */
  readonly #places = new Map<string, { readonly contender: Contender; readonly book: RunBook }>()
  #book = new RunBook(0)
  #cpuMsBefore = 0

  constructor(contender: Contender, contenderOn: (url: string) => Promise<Contender>) {
    this.#contender = contender
    this.#contenderOn = contenderOn
  }

  get handled(): number {
    return this.#book.handled
  }

  async order(order: Order): Promise<Answers[Order['kind']]> {
    switch (order.kind) {
      case 'install':
        await this.#contender.install()
        return null
      case 'enqueue':
        return this.#enqueue(order)
      case 'pace':
        return this.#pace(order)
      case 'work':
        this.#book = new RunBook(order.jobs)
        this.#cpuMsBefore = cpuMs()
        await this.#contender.start(handler(this.#book, order.work))
        return null
      case 'settle':
        return this.#settle()
      case 'work on':
        return this.#workOn(order.url, order.jobs)
      case 'leave':
        return this.#leave(order.url)
      case 'started':
        return { jobs: this.#places.get(order.url)!.book.startedIn(order.spans) }
      case 'ran':
        return { runs: this.#places.get(order.url)?.book.runs ?? '' }
      case 'stop':
        await this.#contender.stop()
        return null
    }
  }

  async #enqueue(order: EnqueueOrder): Promise<Answers['enqueue']> {
    const { batch, inFlight, first = 0, count = Infinity, forMs = Infinity, warmUpMs = 0 } = order
    let jobs = first
    const sendUntil = async (deadline: number) => {
      while (jobs < count && clock() < deadline) {
        const next = jobs
        jobs = Math.min(count, jobs + batch)
        if (batch === 1) await this.#contender.enqueue(next)
        else await this.#contender.enqueueMany(Array.from({ length: jobs - next }, (_, i) => next + i))
      }
    }
    const allUntil = (deadline: number) => Promise.all(Array.from({ length: inFlight }, () => sendUntil(deadline)))
    await allUntil(clock() + warmUpMs)
    const startedAt = clock()
    const warmUp = jobs
    await allUntil(startedAt + forMs)
    return { ms: clock() - startedAt, jobs, counted: jobs - warmUp }
  }

  async #pace({ first, count, everyMs }: PaceOrder): Promise<Answers['pace']> {
    const sentAt: number[] = []
    for (let i = 0; i < count; i++) {
      await pause(everyMs)
      sentAt.push(clock())
      await this.#contender.enqueue(first + i)
    }
    return { sentAt }
  }

  async #settle(): Promise<WorkReport> {
    const book = this.#book
    await this.#contender.settled(book.handled)
    const settledAt = clock()
    const used = { maxRssMb: process.resourceUsage().maxRSS / 1024, cpuMs: cpuMs() - this.#cpuMsBefore }
    const { handled, runs, startedAt } = book
    return { handled, settledAt, runs, startedAt, ...used }
  }

  async #workOn(url: string, jobs: number): Promise<Answers['work on']> {
    const place = this.#places.get(url) ?? { contender: await this.#contenderOn(url), book: new RunBook(jobs) }
    this.#places.set(url, place)
    this.#book = place.book
    const { handled } = place.book
    await place.contender.start(handler(place.book, { kind: 'no-op' }))
    return { handled }
  }

  async #leave(url: string): Promise<Answers['leave']> {
    const { contender, book } = this.#places.get(url)!
    await contender.stop()
    return { handled: book.handled }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function handler(book: RunBook, work: Work): Handle {
  if (work.kind === 'no-op') {
    return (n) => {
      book.start(n)
      book.end()
    }
  }
  return async (n, insert) => {
    book.start(n)
    await (work.kind === 'wait' ? pause(work.ms) : insert())
    book.end()
  }
}
