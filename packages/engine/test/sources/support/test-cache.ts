import { type Answer, answerOf, type Hop } from '../../../src/http/answer.ts'
import type { Runner } from '../../../src/postgres/runner.ts'
import { AnswerCache, type AnswerCacheOptions } from '../../../src/runtime/sources/answer-cache.ts'
import type { CachedRequest } from '../../../src/runtime/sources/cached-request.ts'
import type { TestDatabase } from '../../support/database.ts'

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly hops?: readonly Hop[]
}

/** An answer as the client makes them. */
export function reply({ status = 200, headers = {}, body = '', hops = [] }: Reply = {}): Answer {
  const bytes = new TextEncoder().encode(body)
  const url = 'https://example.test/where/it/came/from'
  return answerOf({ status, headers: new Headers(headers), body: bytes, bytes: bytes.length, url, hops, durationMs: 1 })
}

export const settings = { ttlMs: 60_000, staleIfErrorMs: 0, policy: 'http' as 'http' | 'ttl', maxBytes: 1_000_000 }

export function get(more: Partial<CachedRequest> = {}): CachedRequest {
  const url = 'https://example.test/things'
  return { source: 'a', url, method: 'GET', headers: {}, settings, timeoutMs: 60_000, ...more }
}

/** A source that says what it is told to, and remembers what it was asked with. */
export class TestSource {
  readonly asked: Readonly<Record<string, string>>[] = []
  readonly #replies: (Reply | Error)[]

  /** The last one is said again and again. */
  constructor(...replies: (Reply | Error)[]) {
    this.#replies = replies
  }

  readonly call = async (validators: Readonly<Record<string, string>>): Promise<Answer> => {
    this.asked.push(validators)
    const next = this.#replies.length > 1 ? this.#replies.shift()! : this.#replies[0]!
    if (next instanceof Error) throw next
    return reply(next)
  }
}

export type TestCache = {
  readonly cache: AnswerCache
  readonly hits: string[]
  readonly errors: unknown[]
  /** How often it has looked into the database. */
  looks(): number
}

/** A cache as a process would have it, on a connection of its own. */
export function testCache(runner: Runner, options: Partial<AnswerCacheOptions> = {}): TestCache {
  const hits: string[] = []
  const errors: unknown[] = []
  let looks = 0
  const counting: Runner = {
    run(statement, values) {
      if (statement.name === 'pawl_cache_find') looks += 1
      return runner.run(statement, values)
    },
  }
  const cache = new AnswerCache({
    runner: counting,
    onHit: (source) => hits.push(source),
    onError: (error) => errors.push(error),
    enabled: () => true,
    ...options,
  })
  return { cache, hits, errors, looks: () => looks }
}

/** Time passes for the cache: all that it remembers is so much older. */
export async function pass(database: TestDatabase, ms: number): Promise<void> {
  const ago = `- ${ms} * interval '1 ms'`
  await database.sql(`update pawl.cache_entry set fresh_until = fresh_until ${ago}, stale_until = stale_until ${ago},
    gone_at = gone_at ${ago}, used_at = used_at ${ago}`)
  await database.sql(`update pawl.cache_flight set expires_at = expires_at ${ago}`)
}
