import type { PhasesDefinition } from '../../../src/index.ts'
import { testPawl } from '../../support/test-pawl.ts'

/** A Pawl with this pipeline whose runs are not taken back, however busy the machine is: what a run counts and repeats is tested. */
export function patientPawl(url: string, ...pipelines: readonly PhasesDefinition[]) {
  return testPawl({ url, jobs: [], pipelines, worker: { silenceMs: 120_000 } })
}
