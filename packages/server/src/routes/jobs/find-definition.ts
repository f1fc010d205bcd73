import { ProblemError } from '@pawl/app'
import { jsonPointer } from '@pawl/app/api'
import type { JobDefinition, Pawl } from 'pawl'

/** The definition of a type that a request names at this place. */
export function findDefinition(pawl: Pawl, type: string, at: readonly PropertyKey[]): JobDefinition {
  const { jobs } = pawl.definitions
  const found = jobs.find((definition) => definition.type === type)
  if (found !== undefined) return found
  const known = jobs.map((definition) => definition.type)
  const list = known.length > 20 ? `${known.slice(0, 20).join(', ')}, …` : known.join(', ') || 'none'
  const message = `there is no such type of job; there are: ${list}`
  throw new ProblemError(400, 'unknown-type', `there is no job of the type '${type}'`, {
    faults: [{ in: 'body', path: jsonPointer(at), message }],
  })
}
