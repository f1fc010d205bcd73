import { definePhases } from 'pawl'
import type { ScanParts } from '../scan/scan-parts.ts'
import { covers } from './covers.ts'
import { discovery } from './discovery.ts'
import { linking } from './linking.ts'
import { metadata } from './metadata.ts'
import { series } from './series.ts'

/** A scan of a library, whose id is the run's subject: one library at a time, over all processes. */
export function libraryScan(parts: ScanParts) {
  const phases = [discovery(parts), metadata(parts), series(parts), linking(parts), covers(parts)]
  return definePhases('library-scan', phases, { subjectsAtOnce: 1 })
}
