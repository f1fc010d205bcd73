import type { z } from 'zod'
import { jsonPointer } from './json-pointer.ts'
import type { Fault } from './problem-error.ts'

/** An answer lists at most this many faults, however large the request is. */
const most = 100

/** The faults of a request that a schema found: one for each place and each unknown field. */
export function faultsOf(place: Fault['in'], issues: readonly z.core.$ZodIssue[]): Fault[] {
  const faults = issues.flatMap((issue): Fault[] => {
    if (issue.code !== 'unrecognized_keys')
      return [{ in: place, path: jsonPointer(issue.path), message: issue.message }]
    return issue.keys.map((key) => ({ in: place, path: jsonPointer([...issue.path, key]), message: 'unknown field' }))
  })
  return faults.slice(0, most)
}
