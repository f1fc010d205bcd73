import type { z } from 'zod'
import { jsonPointer } from './json-pointer.ts'
import type { Fault } from './problem-error.ts'

/** How many faults an answer lists: a batch of a thousand wrong jobs needs no answer of its size. */
const most = 100

/** What a schema found wrong, one fault a place: each unknown field has its own. */
export function faultsOf(place: Fault['in'], issues: readonly z.core.$ZodIssue[]): Fault[] {
  const faults = issues.flatMap((issue): Fault[] => {
    if (issue.code !== 'unrecognized_keys')
      return [{ in: place, path: jsonPointer(issue.path), message: issue.message }]
    return issue.keys.map((key) => ({ in: place, path: jsonPointer([...issue.path, key]), message: 'unknown field' }))
  })
  return faults.slice(0, most)
}
