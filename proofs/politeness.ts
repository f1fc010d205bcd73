import { setTimeout as pause } from 'node:timers/promises'
import type { Proof } from './proof.ts'
import { withCalls } from './support/calls.ts'
import { mostWithin } from './support/polite-service.ts'
import { until } from './support/until.ts'

const limit = { perMinute: 300, burst: 5 }
const runMs = 60_000
const windowMs = 10_000
const allowed10s = (limit.perMinute / 60_000) * windowMs + limit.burst

export const politeness: Proof = {
  name: 'politeness',
  sentence: 'All workers together keep the limit of a service that counts for itself, and use nearly all of it.',
  async run(log, signal) {
    const source = { name: 'service', requestsPerMinute: limit.perMinute, burst: limit.burst }
    const result = await withCalls(
      { log, jobs: 600, source, service: { limit } },
      async ({ service, fleet, tally }) => {
        await until(() => service.requests.length > 0, { signal, withinMs: 60_000, everyMs: 5 })
        const begin = service.requests[0]!.at
        log('the first request is there; now for one minute')
        await pause(begin + runMs - performance.now(), undefined, { signal })
        const requests = service.requests.filter(({ at }) => at <= begin + runMs)
        await fleet.end()
        const { attemptsUsed } = await tally()
        return { requests, attemptsUsed, workersEnded: fleet.ended }
      },
    )
    const refused = result.requests.filter(({ status }) => status !== 200).length
    const worst10s = mostWithin(
      result.requests.map(({ at }) => at),
      windowMs,
    )
    const allowed = limit.burst + (limit.perMinute / 60_000) * runMs
    const usedShare = Math.round((result.requests.length / allowed) * 1000) / 1000
    const broken: string[] = []
    const expect = (holds: boolean, what: string) => void (holds || broken.push(what))
    expect(refused === 0, `${refused} requests were too many for the service`)
    expect(worst10s <= allowed10s, `${worst10s} requests came within 10 s, and ${allowed10s} are allowed`)
    expect(usedShare >= 0.98, `${usedShare} of what is allowed was used, and 0.98 is the least`)
    expect(result.attemptsUsed === 0, `${result.attemptsUsed} attempts were used`)
    expect(result.workersEnded === 0, `${result.workersEnded} workers ended by themselves`)
    const counts = {
      limitPerMinute: limit.perMinute,
      requests: result.requests.length,
      refused,
      worst10s,
      allowed10s,
      usedShare,
      attemptsUsed: result.attemptsUsed,
    }
    return { counts, broken }
  },
}
