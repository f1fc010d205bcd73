import type { DeferReason } from '../source/source-deferred-error.ts'
import type { SourceDefinition } from '../source/source-definition.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const declare = statement('source_declare')
const ask = statement('source_ask')
const tell = statement('source_tell')
const changed = statement('sources_changed')
const list = statement('source_list')
const pause = statement('source_pause')
const resume = statement('source_resume')
const close = statement('source_close')
const limit = statement('source_limit')

/** Says what the code wants of sources. Returns those for which that is news; what operators changed stands otherwise. */
export async function declareSources(runner: Runner, sources: readonly SourceDefinition[]): Promise<string[]> {
  const sorted = [...sources].sort((a, b) => (a.name < b.name ? -1 : 1))
  const settings = sorted.map(({ circuit, buckets }) => {
    const { failures: maxFailures, coolDownMs, maxCoolDownMs } = circuit
    return JSON.stringify({ maxFailures, coolDownMs, maxCoolDownMs, buckets })
  })
  const news = await runner.run(declare, [sorted.map(({ name }) => name), settings])
  return news.map(({ name }) => name)
}

export type AskOptions = {
  /** Of the cost; '' for the one without a name. */
  readonly class?: string
  /** A token is in hand for so long. */
  readonly heldMs?: number | undefined
  /** It was sent as the probe so long ago. */
  readonly probeMs?: number | undefined
}

/** What a source says to whoever asks. Without a reason one request may be sent, and it may be the probe. */
export type Asked = {
  readonly reason: DeferReason | null
  readonly waitMs: number
  readonly isProbe: boolean
}

/** Asks whether a request may be sent now. Takes a token unless a fresh one is held. */
export async function askSource(
  runner: Runner,
  source: string,
  { class: of = '', heldMs, probeMs }: AskOptions = {},
): Promise<Asked> {
  const [row] = await runner.run(ask, [source, of, heldMs ?? null, probeMs ?? null])
  return { reason: row.reason, waitMs: row.wait_ms, isProbe: row.probe }
}

/** What happened with a source. */
export type Told = {
  readonly source: string
  /**
   * answered, failed, limited: a request was sent. hit: none had to be. deferred: a job was put off. returned: tokens were not
   * used. probe: neither was the probe.
   */
  readonly kind: 'answered' | 'failed' | 'limited' | 'hit' | 'deferred' | 'returned' | 'probe'
  readonly count?: number
  readonly error?: string
  /** limited: so long the service has asked to be left alone. returned: so long the tokens were held. */
  readonly ms?: number
  readonly class?: string
  /** Whose request it was: the answer says how often it was put off. */
  readonly job?: number
}

export type Heard = { readonly was: string | null; readonly isNow: string | null; readonly putOff: number | null }

/** Tells what happened, in this order; of one source what is returned must come last. */
export async function tellSources(runner: Runner, told: readonly Told[]): Promise<Heard[]> {
  const rows = await runner.run(tell, [
    told.map(({ source }) => source),
    told.map(({ kind }) => kind),
    told.map(({ count }) => count ?? 1),
    told.map(({ error }) => error ?? null),
    told.map(({ ms }) => ms ?? null),
    told.map((each) => each.class ?? ''),
    told.map(({ job }) => job ?? null),
  ])
  return rows.map((row) => ({ was: row.was, isNow: row.is_now, putOff: row.put_off }))
}

/** The sources whose gates have changed since the last look, and the instant of this one. */
export async function changedSources(
  runner: Runner,
  since: string | undefined,
): Promise<{ readonly now: string; readonly names: readonly string[] }> {
  const [row] = await runner.run(changed, [since ?? null])
  return row
}

/** A source as it is just now. */
export type SourceView = {
  readonly name: string
  readonly state: 'closed' | 'open' | 'half-open' | 'paused'
  readonly failureStreak: number
  /** Of an open circuit: when one request may go to see whether the source is back. */
  readonly probeAt: Date | null
  /** 'for ever': until somebody resumes it. */
  readonly pausedUntil: Date | 'for ever' | null
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastError: string | null
  readonly requests: number
  readonly hits: number
  readonly deferrals: number
  /** Null: no limit. */
  readonly requestsPerMinute: number | null
  readonly burst: number | null
  readonly tokens: number | null
  readonly quota: number | null
  readonly quotaLeft: number | null
}

export type SourcePage = {
  readonly names?: readonly string[] | undefined
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

export async function listSources(runner: Runner, { names, after, limit }: SourcePage = {}): Promise<SourceView[]> {
  const rows = await runner.run(list, [names ?? null, after ?? null, limit ?? null])
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    failureStreak: row.failure_streak,
    probeAt: row.probe_at,
    // pg reads infinity as a number
    pausedUntil: row.paused_until === Number.POSITIVE_INFINITY ? 'for ever' : row.paused_until,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastError: row.last_error,
    requests: Number(row.requests),
    hits: Number(row.hits),
    deferrals: Number(row.deferrals),
    requestsPerMinute: row.per_minute,
    burst: row.burst,
    tokens: row.tokens,
    quota: row.quota,
    quotaLeft: row.quota_left,
  }))
}

/** What an operator does to a source; false: there is none of this name. */
export async function pauseSource(runner: Runner, name: string, ms?: number): Promise<boolean> {
  return (await runner.run(pause, [name, ms ?? null]))[0].found
}

export async function resumeSource(runner: Runner, name: string): Promise<boolean> {
  return (await runner.run(resume, [name]))[0].found
}

export async function closeCircuit(runner: Runner, name: string): Promise<boolean> {
  return (await runner.run(close, [name]))[0].found
}

export async function limitSource(runner: Runner, name: string, of: string, limits: object): Promise<boolean> {
  return (await runner.run(limit, [name, of, JSON.stringify(limits)]))[0].found
}
