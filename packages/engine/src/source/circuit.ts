import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'

/*
 * closed ── so many failures in a row ──▶ open ── the cool-down is over, one call goes out as a probe ──▶ half-open
 * half-open ── the probe fails ──▶ open, for twice as long        half-open ── it succeeds ──▶ closed
 *
 * All workers share a source's circuit, so the rule that runs stands in SQL, where it changes the row in one statement. This
 * one is the reference: where the two differ, the SQL is wrong.
 */

export type Circuit =
  /** `failures` is how many there were in a row. */
  | { readonly state: 'closed'; readonly failures: number }
  /** From `nextProbeAt` on, one call may go out to see whether the source is back. */
  | {
      readonly state: 'open' | 'half-open'
      readonly failures: number
      readonly coolDownMs: number
      readonly nextProbeAt: number
    }

/** When a circuit opens, and for how long. */
export type CircuitSettings = {
  /** So many failures in a row open it; 5 unless said otherwise. */
  readonly failures: number
  /** How long it stays open at first; 5 minutes unless said otherwise. */
  readonly coolDownMs: number
  /** No cool-down is longer; an hour unless said otherwise. */
  readonly maxCoolDownMs: number
}

export const closedCircuit: Circuit = { state: 'closed', failures: 0 }

/** The settings of a circuit, checked, with what was left out. */
export function circuitSettings(options: Partial<CircuitSettings> = {}): CircuitSettings {
  refuseUnknownOptions('circuit', options, ['failures', 'coolDownMs', 'maxCoolDownMs'])
  const failures = checkNumber('circuit: failures', options.failures ?? 5, { min: 1, max: 2_147_483_647 })
  const coolDownMs = checkDuration('circuit: coolDownMs', options.coolDownMs ?? 300_000, { min: 1, integer: true })
  const { maxCoolDownMs = Math.max(3_600_000, coolDownMs) } = options
  return {
    failures,
    coolDownMs,
    maxCoolDownMs: checkDuration('circuit: maxCoolDownMs', maxCoolDownMs, { min: coolDownMs, integer: true }),
  }
}

/** Whether a call may go out now, and what the circuit is then. */
export function admit(circuit: Circuit, now: number): { readonly admitted: boolean; readonly circuit: Circuit } {
  if (circuit.state === 'closed') return { admitted: true, circuit }
  if (now < circuit.nextProbeAt) return { admitted: false, circuit }
  // the worker that probes can die: after another cool-down its probe is taken for lost, and the next call is one
  return { admitted: true, circuit: { ...circuit, state: 'half-open', nextProbeAt: now + circuit.coolDownMs } }
}

/** What the circuit is after a call that the source failed. */
export function afterFailure(circuit: Circuit, settings: CircuitSettings, now: number): Circuit {
  const failures = circuit.failures + 1
  switch (circuit.state) {
    case 'closed':
      return failures < settings.failures ? { state: 'closed', failures } : open(failures, settings.coolDownMs, now)
    case 'half-open':
      return open(failures, Math.min(circuit.coolDownMs * 2, settings.maxCoolDownMs), now)
    case 'open':
      // calls that were under way when it opened fail too, and tell nothing new: they must not make the wait longer
      return { ...circuit, failures }
  }
}

/** What the circuit is after a call that the source answered. Even one that went out before it opened shows that it is back. */
export function afterSuccess(_circuit: Circuit): Circuit {
  return closedCircuit
}

function open(failures: number, coolDownMs: number, now: number): Circuit {
  return { state: 'open', failures, coolDownMs, nextProbeAt: now + coolDownMs }
}
