import type { JobDefinition } from '../../job/job-definition.ts'

/** One answer of PostgreSQL is one text here: large bodies are claimed fewer at a time. */
const maxClaimBytes = 64 * 1024 * 1024

/** How many attempts of a queue one claim may bring. */
export function mostOfOneClaim(definitions: Iterable<JobDefinition>, queue: string): number {
  const sizes = [...definitions].filter((each) => each.queue === queue).map(({ maxBodyBytes }) => maxBodyBytes)
  return Math.max(1, Math.floor(maxClaimBytes / Math.max(...sizes)))
}
