import type { SourceView } from 'pawl'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type NamedSources, otherSources } from './named-sources.ts'

const states = ['closed', 'half-open', 'open', 'paused'] as const

/** What the database knows of sources: its counts are those of all processes, for good. */
export function addSourceMetrics(registry: Registry, named: NamedSources): (sources: readonly SourceView[]) => void {
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['source'], registers: [registry] })
  const state = gauge('pawl_source_state', '1: the source is in this state; for other: how many of them are', [
    'source',
    'state',
  ])
  const streak = gauge('pawl_source_failure_streak', 'Failures in a row', ['source'])
  const tokens = gauge('pawl_source_tokens', 'Requests that may be sent at once', ['source'])
  const quota = gauge('pawl_source_quota_left', 'Requests that are left today', ['source'])
  const requests = counter('pawl_source_requests_total', 'Requests that were sent')
  const hits = counter('pawl_source_cache_hits_total', 'Answers that were served without a request')
  const deferrals = counter('pawl_source_deferrals_total', 'Jobs that were put off')
  // what has no sum
  const setOwn = (source: SourceView, labels: { readonly source: string }) => {
    streak.set(labels, source.failureStreak)
    if (source.tokens !== null) tokens.set(labels, source.tokens)
    if (source.quotaLeft !== null) quota.set(labels, source.quotaLeft)
  }
  return (sources) => {
    for (const each of [state, streak, tokens, quota, requests, hits, deferrals]) each.reset()
    for (const source of sources) {
      const label = named.label(source.name)
      const labels = { source: label }
      for (const each of states) state.inc({ ...labels, state: each }, source.state === each ? 1 : 0)
      if (label !== otherSources) setOwn(source, labels)
      requests.inc(labels, source.requests)
      hits.inc(labels, source.hits)
      deferrals.inc(labels, source.deferrals)
    }
  }
}
