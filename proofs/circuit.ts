import { setTimeout as pause } from 'node:timers/promises'
import type { Proof } from './proof.ts'
import { withCalls } from './support/calls.ts'
import { until } from './support/until.ts'

const jobs = 400
const coolDownMs = 5_000
const downMs = 60_000
/** Requests that had left when the circuit opened arrive within this time. */
const underWayMs = 1_000
const patienceMs = 60_000

export const circuit: Proof = {
  name: 'circuit',
  sentence:
    'A service that is down gets one request per cool-down from all workers together, and no job is the worse for it.',
  async run(log, signal) {
    const source = {
      name: 'service',
      // so that most jobs are still waiting when it dies
      requestsPerMinute: 1_200,
      burst: 10,
      circuit: { failures: 5, coolDownMs, maxCoolDownMs: coolDownMs },
    }
    const opens: number[] = []
    const onMessage = ({ kind }: { kind: string }) => void (kind === 'open' && opens.push(performance.now()))
    const result = await withCalls({ log, jobs, source, service: {}, onMessage }, async ({ service, fleet, tally }) => {
      const patient = { signal, withinMs: patienceMs, everyMs: 20 }
      await until(() => service.requests.length >= 40, patient)
      service.isDown = true
      log('the service is down for a minute')
      await pause(downMs, undefined, { signal })
      service.isDown = false
      log(`the service is back; its circuit has opened ${opens.length} times`)
      await until(async () => (await tally()).unfinished === 0, { ...patient, everyMs: 500 })
      return { ...(await tally()), requests: [...service.requests], workersEnded: fleet.ended }
    })
    const [opened = Number.NaN] = opens
    const later = result.requests.filter(({ at }) => at > opened + underWayMs)
    // up to the first that is answered again
    const back = later.findIndex(({ status }) => status === 200)
    const probes = later.slice(0, back + 1)
    const closest = Math.min(...probes.slice(1).map(({ at }, i) => at - probes[i]!.at))
    const broken: string[] = []
    const expect = (holds: boolean, what: string) => void (holds || broken.push(what))
    expect(probes.length === opens.length, `${probes.length} probes came in ${opens.length} cool-downs`)
    expect(closest >= coolDownMs * 0.99, `two probes came within ${Math.round(closest)} ms`)
    expect(result.attemptsUsed === 0, `${result.attemptsUsed} attempts were used`)
    expect(result.unfinished === 0, `${result.unfinished} jobs are not done`)
    expect(result.workersEnded === 0, `${result.workersEnded} workers ended by themselves`)
    expect(opens.length >= 8, `not put to the test: ${opens.length} cool-downs, and 8 are the least`)
    const counts = {
      probes: probes.length,
      coolDowns: opens.length,
      closestProbesMs: Math.round(closest),
      failedBeforeOpen: result.requests.filter(({ at, status }) => status === 'broken' && at <= opened + underWayMs)
        .length,
      attemptsUsed: result.attemptsUsed,
      unfinished: result.unfinished,
    }
    return { counts, broken }
  },
}
