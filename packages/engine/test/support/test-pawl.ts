import { afterEach } from 'vitest'
import { Pawl } from '../../src/runtime/pawl.ts'
import type { PawlOptions } from '../../src/runtime/pawl-options.ts'
import type { PawlInternals } from '../../src/runtime/pawl-parts.ts'

const open: Pawl[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((pawl) => pawl.stop({ graceMs: 0 })))
})

/** A Pawl with short leases that is stopped after the test, whatever happened. */
export function testPawl(options: PawlOptions, internals?: PawlInternals): Pawl {
  const worker = {
    heartbeatMs: 200,
    // a machine that is slow for a while must not look dead
    silenceMs: 6_000,
    pollMs: 100,
    abortGraceMs: 200,
    slotCheckMs: 50,
    ...options.worker,
  }
  // nor may a stop fail because it is
  const pawl = new Pawl({ migrate: false, ...options, worker }, { farewellMs: 60_000, ...internals })
  open.push(pawl)
  return pawl
}
