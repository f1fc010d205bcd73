import { describe } from 'vitest'
import { batchesConformance } from './batches.ts'
import { cancelConformance } from './cancel.ts'
import { commitConformance } from './commit.ts'
import { deadLettersConformance } from './dead-letters.ts'
import { lifeConformance } from './life.ts'
import { poolsConformance } from './pools.ts'
import { resultsConformance } from './results.ts'
import { retryConformance } from './retry.ts'
import { stepsConformance } from './steps.ts'
import { timeoutConformance } from './timeout.ts'
import type { Transport } from './transport.ts'

export type { Transport }

/**
 * What must hold whichever way jobs reach their workers. Every transport runs all of it. It is ours: it drives with the help
 * of the engine's own tests, runs in this repository, and is not published.
 */
export function conformance(transport: Transport): void {
  describe(`${transport.name}: the life of a job`, () => lifeConformance(transport))
  describe(`${transport.name}: retries`, () => retryConformance(transport))
  describe(`${transport.name}: timeouts`, () => timeoutConformance(transport))
  describe(`${transport.name}: cancel`, () => cancelConformance(transport))
  describe(`${transport.name}: commit`, () => commitConformance(transport))
  describe(`${transport.name}: dead letters`, () => deadLettersConformance(transport))
  describe(`${transport.name}: pools`, () => poolsConformance(transport))
  describe(`${transport.name}: results`, () => resultsConformance(transport))
  describe(`${transport.name}: steps`, () => stepsConformance(transport))
  describe(`${transport.name}: batches`, () => batchesConformance(transport))
}
