import { setTimeout as pause } from 'node:timers/promises'
import { clock } from './clock.ts'
import type { Contender, Handle } from './contender.ts'
import type { Answers, EnqueueOrder, Order, PaceOrder, SampleOrder, Work, WorkReport } from './orders.ts'
import { RunBook } from './run-book.ts'
import { until } from './until.ts'

/** Carries out the orders of the benchmark on one contender. */
export class CarryOut {
  readonly #contender: Contender
  /** The same contender on another database. */
  readonly #contenderOn: (url: string) => Promise<Contender>
  readonly #sampled = new Map<string, { readonly contender: Contender; readonly book: RunBook }>()
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
      case 'sample':
        return this.#sample(order)
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
    const { handled, firstAt, runs, startedAt } = book
    return { handled, firstAt, settledAt, runs, startedAt, ...used }
  }

  async #sample({ url, jobs, skip, count }: SampleOrder): Promise<Answers['sample']> {
    const sampled = this.#sampled.get(url) ?? { contender: await this.#contenderOn(url), book: new RunBook(jobs) }
    this.#sampled.set(url, sampled)
    const { contender, book } = sampled
    const skipped = book.handled + skip
    const enough = skipped + count
    let firstAt = 0
    let enoughAt = 0
    await contender.start((n) => {
      book.start(n)
      book.end()
      if (book.handled === skipped) firstAt = clock()
      if (book.handled === enough) enoughAt = clock()
    })
    await until(() => enoughAt > 0)
    await contender.stop()
    return { ms: enoughAt - firstAt, runs: book.runs }
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
