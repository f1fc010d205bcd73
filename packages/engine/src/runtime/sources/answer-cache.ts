import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endFlight, type Flight, type Found, findEntry, takeFlight } from '../../postgres/cache.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { FetchAnswer } from '../../source/fetch-answer.ts'
import { AnswerKeeper, type Call, longestPauseMs } from './answer-keeper.ts'
import { type CachedRequest, CacheQuestion, isCacheable } from './cached-request.ts'
import { unlessAborted } from './unless-aborted.ts'

export type AnswerCacheOptions = {
  readonly runner: Runner
  /** The time of day, to read dates in headers by. How long entries last is PostgreSQL's to say. */
  readonly now?: () => number
  /** An answer was served without a request. */
  readonly onHit: (source: string) => void
  /** The database has refused or is away: the request goes on without the cache. */
  readonly onError?: (error: unknown) => void
  /** Asked for each request; `PAWL_CACHE=off` in the environment turns the cache off unless said otherwise. */
  readonly enabled?: () => boolean
}

const firstPauseMs = 25

/** A call gets so much longer than its time limit before it is taken for lost. */
const marginMs = 5_000

/** How often the headers that count may turn out to be others, within one look. */
const maxLooks = 3

/**
 * Answers of sources, kept in PostgreSQL for all workers. For each key one process calls at a time (it has the flight), and the
 * others wait for what it keeps. In a process one waits by looking into the database, the others wait for that one.
 */
export class AnswerCache {
  readonly #runner: Runner
  readonly #keeper: AnswerKeeper
  readonly #onError: (error: unknown) => void
  readonly #enabled: () => boolean
  /** Who calls, or waits for a call of another process, by the question's id. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor({ runner, now = Date.now, onHit, onError = () => {}, enabled = byEnvironment }: AnswerCacheOptions) {
    this.#runner = runner
    this.#keeper = new AnswerKeeper({ runner, now, onHit, onError })
    this.#onError = onError
    this.#enabled = enabled
  }

  /**
   * Serves a request from the cache; else calls, and keeps what comes. `call` gets headers to send with the request. It rejects
   * with a SourceDeferredError when the source cannot be called or has failed: then a stale answer may stand in.
   */
  async through(request: CachedRequest, call: Call): Promise<FetchAnswer> {
    if (!this.#enabled() || !isCacheable(request)) return await straight(call)
    const question = new CacheQuestion(request)
    let found = await this.#look(question)
    for (;;) {
      if (found === undefined) return await straight(call)
      if (question.asksAnew) return await this.#keeper.ask(question, call)
      if (found.entry !== undefined) return this.#keeper.hit(request, found.entry)
      if (found.flight === 'open') return await this.#keeper.ask(question, call)
      const other = this.#turns.get(question.id)
      if (other !== undefined && (await this.#endsInTime(other, request))) {
        found = await this.#look(question)
        continue
      }
      const turn = await this.#inTurn(question, this.#turn(question, found, call))
      if (turn.answer !== undefined) return turn.answer
      found = turn.found
    }
  }

  /** Those who ask the same in this process wait for this one. */
  async #inTurn<T>({ id }: CacheQuestion, turn: Promise<T>): Promise<T> {
    this.#turns.set(id, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
  }

  /** Calls, or waits until somebody else's call is over and has left something. */
  async #turn(
    question: CacheQuestion,
    seen: Found,
    call: Call,
  ): Promise<{ readonly answer?: FetchAnswer; readonly found?: Found | undefined }> {
    const { signal } = question.request
    let found: Found | undefined = seen
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      if (found === undefined || found.entry !== undefined || found.flight === 'open') return { found }
      if (found.flight === 'none') {
        const flight = { ...question.place, owner: randomUUID() }
        // undefined: nobody knows whether it was taken, so it is given back as if it was
        if ((await this.#take(question, flight)) !== false) {
          return { answer: await this.#keeper.ask(question, call, flight) }
        }
      }
      // the look that follows rejects for who was stopped
      await pause(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => {})
      found = await this.#look(question)
    }
  }

  async #take(question: CacheQuestion, flight: Flight): Promise<boolean | undefined> {
    const { signal } = question.request
    const taking = takeFlight(this.#runner, flight, lifetimeMs(question.request))
    // who is stopped meanwhile must not leave others waiting
    const giveBack = (taken: boolean) => (taken && signal?.aborted ? endFlight(this.#runner, flight) : undefined)
    taking.then(giveBack).catch(() => {})
    return await this.#try(question, () => taking)
  }

  /** Undefined: the database does not answer. */
  async #look(question: CacheQuestion): Promise<Found | undefined> {
    for (let looks = 1; ; looks++) {
      const found = await this.#try(question, () => findEntry(this.#runner, question.place))
      if (found?.vary === undefined || !question.learn(found.vary) || looks === maxLooks) return found
    }
  }

  /** False: it has taken longer than any call may. */
  async #endsInTime(turn: Promise<unknown>, request: CachedRequest): Promise<boolean> {
    const stopped = new AbortController()
    const ended = turn.then(
      () => true,
      () => true,
    )
    const late = pause(lifetimeMs(request), false, { signal: stopped.signal, ref: false }).catch(() => false)
    try {
      return await unlessAborted(Promise.race([ended, late]), request.signal)
    } finally {
      stopped.abort()
    }
  }

  async #try<T>({ request }: CacheQuestion, run: () => Promise<T>): Promise<T | undefined> {
    const result = run().catch((error) => {
      this.#onError(error)
      return undefined
    })
    return await unlessAborted(result, request.signal)
  }
}

async function straight(call: Call): Promise<FetchAnswer> {
  return { ...(await call({})), cached: 'no' }
}

function lifetimeMs({ timeoutMs }: CachedRequest): number {
  return timeoutMs + marginMs
}

function byEnvironment(): boolean {
  return process.env.PAWL_CACHE !== 'off'
}
