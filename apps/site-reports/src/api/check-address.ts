import { ProblemError } from '@pawl/app'
import type { StandIn } from '../sources/site-options.ts'
import { readAddress } from './read-address.ts'

/** The same for somebody who waits for the answer: throws what they are told. */
export function checkAddress(given: string, standIn: StandIn | undefined): string {
  const read = readAddress(given, standIn)
  if (read.kind === 'address') return read.address
  const faults = [{ in: 'body' as const, path: '/url', message: read.message }]
  throw new ProblemError(400, read.code, read.message, { faults })
}
