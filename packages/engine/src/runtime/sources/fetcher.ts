import { setMaxListeners } from 'node:events'
import { checkFlag, checkFunction, checkName, refuseUnknownOptions } from '../../check-options.ts'
import { AttemptTimeoutError, PawlError } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import type { HttpClient } from '../../http/http-client.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { FetchAnswer } from '../../source/fetch-answer.ts'
import type { FetchOptions } from '../../source/fetch-options.ts'
import { parseHttpDate } from '../../source/http-date.ts'
import { type Fault, faultOf, faultOfError } from '../../source/response-fault.ts'
import { retryAfterMs } from '../../source/retry-after.ts'
import { SourceDeferredError } from '../../source/source-deferred-error.ts'
import type { SourceDefinition } from '../../source/source-definition.ts'
import type { Events } from '../events.ts'
import type { Attempt } from '../worker/attempt.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { SourceBook } from './source-book.ts'
import { type Call, SourceGate, unavailable } from './source-gate.ts'
import type { SourceTeller } from './source-teller.ts'

export type FetcherOptions = {
  readonly runner: Runner
  readonly book: SourceBook
  readonly teller: SourceTeller
  readonly events: Events
  readonly cache: AnswerCache
  readonly client: () => Promise<HttpClient>
}

const known = [
  ...['source', 'class', 'method', 'headers', 'body', 'cache', 'cacheKey', 'timeoutMs', 'maxBytes', 'maxRedirects'],
  ...['redirect', 'onPiece'],
]

/** The source has answered, and its answer is not taken. All other errors but its own came before anything was sent. */
const refusedAnswers = new Set(['redirect-refused', 'too-many-redirects', 'response-too-large', 'unknown-encoding'])

/** For so long a source is left alone that says 429 and not until when. */
const patienceMs = 30_000
/** And for so long at the least: one that says 'at once' would be asked without end. */
const leastMs = 1_000

/** What `job.fetch` does: it looks into the cache, asks the gate, sends the request, and tells what became of it. */
export class Fetcher {
  readonly #options: FetcherOptions
  readonly #gate: SourceGate

  constructor(options: FetcherOptions) {
    this.#options = options
    this.#gate = new SourceGate(options)
  }

  async fetch(attempt: Attempt, url: string | URL, options: FetchOptions = {}): Promise<FetchAnswer> {
    refuseUnknownOptions('job.fetch', options, known)
    if (options.cache !== undefined) checkFlag('job.fetch: cache', options.cache)
    if (options.onPiece !== undefined) checkFunction('job.fetch: onPiece', options.onPiece)
    if (options.cacheKey !== undefined) checkName('job.fetch: cacheKey', options.cacheKey)
    const source = this.#sourceOf(attempt, options)
    // a handler may have any number of requests under way
    setMaxListeners(0, attempt.signal)
    await this.#options.book.declare([source.name])
    const call = { attempt, source, class: classOf(source, options) }
    const { method = 'GET', headers = {}, body, timeoutMs = source.timeoutMs } = options
    const ask = (validators: Readonly<Record<string, string>>) =>
      this.#request(call, String(url), { ...options, headers: { ...headers, ...validators } })
    if (source.cache === undefined || options.cache === false || body !== undefined) {
      return { ...(await ask({})), cached: 'no' }
    }
    const request = {
      source: source.name,
      url: String(url),
      method,
      headers: { ...headers, 'user-agent': source.userAgent },
      secretHeaders: source.secretHeaders,
      settings: source.cache,
      timeoutMs,
      // else somebody who follows would be served where it leads, or the other way round
      follows: options.redirect !== 'manual',
      signal: attempt.signal,
      ...(options.cacheKey === undefined ? {} : { key: options.cacheKey }),
    }
    return this.#options.cache.through(request, ask)
  }

  #sourceOf(attempt: Attempt, options: FetchOptions): SourceDefinition {
    const name = options.source ?? attempt.lane.source
    if (name !== '') return this.#options.book.get(name)
    throw new PawlError(
      'no-source',
      `job.fetch needs a source to be polite to: give '${attempt.lane.type}' one (source: () => name), or say it in the call ({ source: name })`,
    )
  }

  async #request(call: Call, url: string, options: FetchOptions): Promise<Answer> {
    const { source, attempt } = call
    const { events, client } = this.#options
    const { signal } = attempt
    const sender = await client()
    const isProbe = await this.#gate.pass(call)
    if (isProbe) events.emit('source.probe', { source: source.name })
    const startedAt = performance.now()
    const told = (outcome: 'answered' | 'failed' | 'limited', status?: number) =>
      events.emit('source.request', {
        ...attempt.about,
        source: source.name,
        outcome,
        durationMs: performance.now() - startedAt,
        ...(status === undefined ? {} : { status }),
      })
    const { method, headers, body, maxRedirects, redirect, onPiece } = options
    let answer: Answer
    try {
      answer = await sender.request({
        url,
        userAgent: source.userAgent,
        timeoutMs: options.timeoutMs ?? source.timeoutMs,
        maxBytes: options.maxBytes ?? source.maxBytes,
        allowPrivate: source.allowPrivate,
        secretHeaders: source.secretHeaders,
        signal,
        ...(method === undefined ? {} : { method }),
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
        ...(maxRedirects === undefined ? {} : { maxRedirects }),
        ...(redirect === undefined ? {} : { redirect }),
        ...(onPiece === undefined ? {} : { onPiece }),
        // each is a request like any other
        onRedirect: async () => {
          await this.#gate.answered(call, isProbe)
          await this.#gate.pass(call)
        },
      })
    } catch (error) {
      if (signal.aborted) {
        if (signal.reason instanceof AttemptTimeoutError) {
          told('failed')
          this.#gate.timedOut(call)
        }
        throw signal.reason
      }
      // said by the gate before a redirect was followed
      if (error instanceof SourceDeferredError || codeOf(error) === unavailable) throw error
      if (faultOfError(error) === 'source') {
        told('failed')
        throw await this.#gate.failed(call, error as Error)
      }
      if (refusedAnswers.has(codeOf(error))) await this.#gate.answered(call, isProbe)
      else this.#gate.unsent(call, isProbe, performance.now() - startedAt)
      throw error
    }
    const fault = this.#fault(source, answer)
    told(fault === 'none' ? 'answered' : fault === 'source' ? 'failed' : 'limited', answer.status)
    if (fault === 'none') {
      await this.#gate.answered(call, isProbe)
      return answer
    }
    const said = `${source.name} answered ${answer.status}`
    if (fault === 'source') throw await this.#gate.failed(call, new PawlError('source-failed', said))
    throw await this.#gate.limited(call, Math.max(leastMs, patienceOf(answer) ?? patienceMs), said)
  }

  #fault(source: SourceDefinition, answer: Answer): Fault {
    const about = { status: answer.status, headers: answer.headers, retryAfterMs: patienceOf(answer) }
    return faultOf(
      about,
      (asked) => this.#ask('isFailure', source, () => source.isFailure?.(asked)),
      (asked) => this.#ask('isLimit', source, () => source.isLimit?.({ ...asked, text: () => answer.text() })),
    )
  }

  #ask(policy: string, source: SourceDefinition, ask: () => unknown): boolean | undefined {
    try {
      const said = ask()
      if (said === undefined || typeof said === 'boolean') return said
      throw new PawlError('invalid-option', `${policy} of '${source.name}' must return true, false or undefined`)
    } catch (error) {
      // a fault in a policy must not leave a request without an end
      this.#options.events.emit('service.error', { service: policy, error, retryMs: 0 })
      return undefined
    }
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code)
}

/** By the clock of the service where it tells its time: ours may be wrong. */
function patienceOf({ headers }: Answer): number | undefined {
  const now = Date.now()
  return retryAfterMs((name) => headers.get(name), parseHttpDate(headers.get('date') ?? '', now) ?? now)
}

function classOf(source: SourceDefinition, options: FetchOptions): string {
  const { class: of = '' } = options
  if (Object.hasOwn(source.buckets, of)) return of
  const has = Object.keys(source.buckets).filter((name) => name !== '')
  throw new PawlError(
    'unknown-class',
    `the source '${source.name}' has no class '${of}' (it has: ${has.join(', ') || 'none'})`,
  )
}
