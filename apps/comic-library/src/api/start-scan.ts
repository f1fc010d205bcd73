import type { Pawl, StartedRun } from 'pawl'
import type { ScanInput } from '../scan/scan-parts.ts'
import type { ApiOptions } from './api-options.ts'

/** Scans a library now. One that is under way goes through its phases once more. */
export function startScan(
  pawl: Pawl,
  { scan }: Pick<ApiOptions, 'scan'>,
  library: number,
  input?: ScanInput,
): Promise<StartedRun> {
  return pawl.pipelines.start(scan, String(library), input === undefined ? {} : { input })
}
