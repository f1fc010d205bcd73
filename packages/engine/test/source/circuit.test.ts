import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  admit,
  afterFailure,
  afterSuccess,
  type Circuit,
  circuitSettings,
  closedCircuit,
} from '../../src/source/circuit.ts'

const settings = circuitSettings()
const fail = (circuit: Circuit, times: number, now: number) =>
  Array.from({ length: times }).reduce<Circuit>((each) => afterFailure(each, settings, now), circuit)

test('the settings that are left out are five failures, five minutes and an hour', () => {
  expect(circuitSettings()).toEqual({ failures: 5, coolDownMs: 300_000, maxCoolDownMs: 3_600_000 })
})

test('a closed circuit lets calls out, and four failures in a row leave it closed', () => {
  const circuit = fail(closedCircuit, 4, 0)
  expect(circuit).toEqual({ state: 'closed', failures: 4 })
  expect(admit(circuit, 0)).toEqual({ admitted: true, circuit })
})

test('the fifth failure in a row opens it for the cool-down', () => {
  const circuit = fail(closedCircuit, 5, 1_000)
  expect(circuit).toEqual({ state: 'open', failures: 5, coolDownMs: 300_000, nextProbeAt: 301_000 })
  expect(admit(circuit, 1_000)).toEqual({ admitted: false, circuit })
  expect(admit(circuit, 300_999)).toEqual({ admitted: false, circuit })
})

test('a success between them starts the count anew', () => {
  expect(fail(afterSuccess(fail(closedCircuit, 4, 0)), 4, 0).state).toBe('closed')
})

test('after the cool-down one call goes out as a probe, and no second beside it', () => {
  const { admitted, circuit } = admit(fail(closedCircuit, 5, 0), 300_000)
  expect(admitted).toBe(true)
  expect(circuit.state).toBe('half-open')
  expect(admit(circuit, 300_000)).toEqual({ admitted: false, circuit })
})

test('a probe that never comes back, because its worker died, is followed by another after a cool-down', () => {
  const { circuit } = admit(fail(closedCircuit, 5, 0), 300_000)
  expect(admit(circuit, 599_999).admitted).toBe(false)
  expect(admit(circuit, 600_000)).toEqual({ admitted: true, circuit: { ...circuit, nextProbeAt: 900_000 } })
})

test('a probe that succeeds closes it, and the next cool-down is short again', () => {
  let circuit = afterFailure(admit(fail(closedCircuit, 5, 0), 300_000).circuit, settings, 300_000)
  circuit = afterSuccess(admit(circuit, 900_000).circuit)
  expect(circuit).toEqual(closedCircuit)
  expect(fail(circuit, 5, 0)).toMatchObject({ state: 'open', coolDownMs: 300_000 })
})

test('each probe that fails doubles the cool-down, up to the cap', () => {
  let circuit = fail(closedCircuit, 5, 0)
  const coolDowns: number[] = []
  for (let probe = 0; probe < 6; probe += 1) {
    if (circuit.state === 'closed') throw new Error('it closed')
    const now = circuit.nextProbeAt
    circuit = afterFailure(admit(circuit, now).circuit, settings, now)
    expect(circuit).toMatchObject({ state: 'open', failures: 6 + probe })
    if (circuit.state === 'open') {
      coolDowns.push(circuit.coolDownMs)
      expect(circuit.nextProbeAt).toBe(now + circuit.coolDownMs)
    }
  }
  expect(coolDowns).toEqual([600_000, 1_200_000, 2_400_000, 3_600_000, 3_600_000, 3_600_000])
})

test('calls that were under way when it opened do not make the wait longer by failing too', () => {
  const circuit = fail(closedCircuit, 5, 0)
  expect(fail(circuit, 20, 299_999)).toEqual({ ...circuit, failures: 25 })
})

test('a call that was under way when it opened and succeeds closes it', () => {
  expect(afterSuccess(fail(closedCircuit, 5, 0))).toEqual(closedCircuit)
})

test('a cap that was lowered since counts for the next cool-down', () => {
  const halfOpen: Circuit = { state: 'half-open', failures: 9, coolDownMs: 2_400_000, nextProbeAt: 0 }
  expect(afterFailure(halfOpen, { ...settings, maxCoolDownMs: 600_000 }, 0)).toMatchObject({ coolDownMs: 600_000 })
})

test('settings that make no circuit are refused', () => {
  expect(() => circuitSettings({ failures: 0 })).toThrow(
    'circuit: failures must be a whole number from 1 to 2147483647',
  )
  expect(() => circuitSettings({ coolDownMs: 0 })).toThrow('circuit: coolDownMs must be')
  expect(() => circuitSettings({ coolDownMs: 10, maxCoolDownMs: 9 })).toThrow('circuit: maxCoolDownMs must be')
  expect(() => circuitSettings({ cooldownMs: 5 } as never)).toThrow("did you mean 'coolDownMs'?")
})

test('a cool-down of more than an hour is its own cap', () => {
  expect(circuitSettings({ coolDownMs: 7_200_000 }).maxCoolDownMs).toBe(7_200_000)
})

test('whatever happens, a source that is down is called once per cool-down and never given up', () => {
  const event = fc.record({ afterMs: fc.integer({ min: 0, max: 2_000_000 }), succeeds: fc.boolean() })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let circuit = closedCircuit
      let now = 0
      let lastProbeAt = Number.NEGATIVE_INFINITY
      for (const { afterMs, succeeds } of events) {
        now += afterMs
        const asked = admit(circuit, now)
        if (asked.circuit.state !== 'closed') {
          expect(asked.circuit.nextProbeAt - now).toBeLessThanOrEqual(settings.maxCoolDownMs)
        }
        if (asked.admitted && asked.circuit.state === 'half-open') {
          expect(now - lastProbeAt).toBeGreaterThanOrEqual(settings.coolDownMs)
          lastProbeAt = now
        }
        circuit = asked.circuit
        if (asked.admitted) circuit = succeeds ? afterSuccess(circuit) : afterFailure(circuit, settings, now)
        if (circuit.state === 'closed') lastProbeAt = Number.NEGATIVE_INFINITY
      }
    }),
  )
})
