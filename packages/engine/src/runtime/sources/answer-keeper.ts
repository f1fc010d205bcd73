import { randomUUID } from 'node:crypto'
import { type Answer, answerOf } from '../../http/answer.ts'
import {
  type CachedAnswer,
  type CacheEntry,
  type CacheTimes,
  dropEntry,
  endFlight,
  type Flight,
  keepEntry,
  type LoadedEntry,
  loadEntry,
  openFlight,
  refreshEntry,
  sizeOf,
} from '../../postgres/cache.ts'
import type { Runner } from '../../postgres/runner.ts'
import { cachePolicy } from '../../source/cache-policy.ts'
import type { Cached, FetchAnswer } from '../../source/fetch-answer.ts'
import type { HeaderReader } from '../../source/header-reader.ts'
import { keptHeaders, refreshed } from '../../source/refreshed.ts'
import { SourceDeferredError } from '../../source/source-deferred-error.ts'
import { validatorsOf } from '../../source/validators.ts'
import type { CachedRequest, CacheQuestion } from './cached-request.ts'
import { unavailable } from './source-gate.ts'

export type Call = (validators: Readonly<Record<string, string>>) => Promise<Answer>

export type AnswerKeeperOptions = {
  readonly runner: Runner
  readonly now: () => number
  readonly onHit: (source: string) => void
  /** A cache that fails must not fail the request. */
  readonly onError: (error: unknown) => void
}

/** For so long it is remembered that answers of a key are not kept. */
const openMs = 60_000

/** Who waits looks so often at the least: what is fresh for a shorter time may never be seen by him. */
export const longestPauseMs = 200

/** An entry may take so much of what its source may keep: else one answer could drive out all others. */
const shareOfAll = 1 / 16

/** Calls a source, with what is kept of it in hand, and keeps what comes. */
export class AnswerKeeper {
  readonly #options: AnswerKeeperOptions

  constructor(options: AnswerKeeperOptions) {
    this.#options = options
  }

  /** With a flight others wait meanwhile, and are let go at the end whatever happens. */
  async ask(question: CacheQuestion, call: Call, flight?: Flight): Promise<FetchAnswer> {
    const { asksAnew, request } = question
    try {
      const entry = await this.#load(question)
      // who had the flight before has kept it between our look and our take
      if (entry?.isFresh && !asksAnew) return this.hit(request, entry)
      return await this.#call(question, call, entry)
    } catch (error) {
      if (!isUnavailable(error) || asksAnew) throw error
      const entry = await this.#load(question)
      if (entry?.isFresh) return this.hit(request, entry)
      if (!entry?.isUsable) throw error
      return served(request, entry, 'stale')
    } finally {
      if (flight !== undefined) await this.#quietly((runner) => endFlight(runner, flight))
    }
  }

  hit(request: CachedRequest, entry: CachedAnswer): FetchAnswer {
    this.#options.onHit(request.source)
    return served(request, entry, 'fresh')
  }

  async #call(question: CacheQuestion, call: Call, entry: LoadedEntry | undefined): Promise<FetchAnswer> {
    const validators = entry?.revalidates ? validatorsOf(readerOf(entry.headers), this.#options.now()) : {}
    const wasAsked = Object.keys(validators).length > 0
    let answer = await call({ ...validators })
    if (answer.status === 304 && entry !== undefined && wasAsked) {
      // after a redirect it speaks of another resource
      const headers = answer.hops.length > 0 ? undefined : refreshed(entry.headers, recordOf(answer))
      if (headers !== undefined) {
        const again = { ...entry, headers }
        await this.#keep(question, again, { redirected: false, known: entry })
        return served(question.request, again, 'revalidated')
      }
      answer = await call({})
    }
    const { status, body, bytes } = answer
    const fetched = { status, headers: keptHeaders(recordOf(answer)), body, bytes }
    await this.#keep(question, fetched, { redirected: answer.hops.length > 0, known: entry })
    return { ...answer, cached: 'no' }
  }

  async #keep(
    question: CacheQuestion,
    answer: CachedAnswer,
    { redirected, known }: { readonly redirected: boolean; readonly known: LoadedEntry | undefined },
  ): Promise<void> {
    const header = readerOf(answer.headers)
    // what a redirect leads to may be another thing next time, which validators of this one say nothing about
    const revalidates = !redirected && Object.keys(validatorsOf(header, this.#options.now())).length > 0
    const times = this.#timesOf(question, answer, { redirected, revalidates })
    if (times === undefined) return await this.#leave(question, answer, known)
    const vary = question.varyOf(header)
    const place = question.placeBy(vary)
    await this.#quietly(async (runner) => {
      const isSame = known !== undefined && answer.body === known.body && place.variant.equals(question.place.variant)
      const entry: CacheEntry = { ...answer, revalidates, version: isSame ? known.version : randomUUID() }
      const open = times.freshMs <= longestPauseMs ? openMs : undefined
      if (!isSame) {
        return await keepEntry(runner, { ...place, source: question.request.source, vary }, entry, {
          ...times,
          openMs: open,
        })
      }
      await refreshEntry(runner, place, entry, times)
      if (open !== undefined) await openFlight(runner, place, open)
    })
  }

  /** Undefined: it is not kept. */
  #timesOf(
    { request, header }: CacheQuestion,
    answer: CachedAnswer,
    { redirected, revalidates }: { readonly redirected: boolean; readonly revalidates: boolean },
  ): CacheTimes | undefined {
    const { settings, method } = request
    if (sizeOf(answer) > settings.maxBytes * shareOfAll) return undefined
    const now = this.#options.now()
    const response = { status: answer.status, header: readerOf(answer.headers) }
    const decision = cachePolicy({ request: { method, header }, response, settings, now })
    if (decision.kind === 'pass') return undefined
    const told = decision.freshUntil - now
    // how long the last answer holds says nothing about the redirects before it
    const freshMs = redirected ? Math.min(told, settings.ttlMs) : told
    const staleMs = decision.staleIfErrorUntil - decision.freshUntil + freshMs
    return freshMs > 0 || staleMs > 0 || revalidates ? { freshMs, staleMs } : undefined
  }

  /** Those who wait for it would be let go one after the other, each to find nothing. */
  async #leave(question: CacheQuestion, { status }: CachedAnswer, known: LoadedEntry | undefined): Promise<void> {
    await this.#quietly(async (runner) => {
      // a failure says nothing about what is kept; all else has come in its place
      if (known !== undefined && status < 500) await dropEntry(runner, question.place)
      await openFlight(runner, question.place, openMs)
    })
  }

  #load({ place }: CacheQuestion): Promise<LoadedEntry | undefined> {
    return this.#quietly((runner) => loadEntry(runner, place))
  }

  async #quietly<T>(run: (runner: Runner) => Promise<T>): Promise<T | undefined> {
    try {
      return await run(this.#options.runner)
    } catch (error) {
      this.#options.onError(error)
      return undefined
    }
  }
}

/** Whether the job is put off or has been too often already. */
function isUnavailable(error: unknown): boolean {
  return error instanceof SourceDeferredError || (error as { code?: unknown } | null)?.code === unavailable
}

function served({ url }: CachedRequest, entry: CachedAnswer, cached: Cached): FetchAnswer {
  const { status, headers, body, bytes } = entry
  return { ...answerOf({ status, headers: new Headers(headers), body, bytes, url, hops: [], durationMs: 0 }), cached }
}

function recordOf({ headers }: Answer): Readonly<Record<string, string>> {
  return Object.fromEntries(headers)
}

function readerOf(headers: Readonly<Record<string, string>>): HeaderReader {
  return (name) => headers[name]
}
