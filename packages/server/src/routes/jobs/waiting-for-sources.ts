import type { JobView, Sources, SourceView } from 'pawl'

/** Why the source of a pending job must not be called now. `until` is the end of a pause or the next probe, where there is one. */
export type SourceObstacle = { readonly state: 'paused' | 'open' | 'half-open'; readonly until: Date | null }

export type ListedJob = JobView & { readonly waitsForSource: SourceObstacle | null }

/** Adds to each job of a list what it waits for: a pending job does not start while its source must not be called. */
export async function waitingForSources(
  jobs: readonly JobView[],
  sources: Pick<Sources, 'list'>,
): Promise<readonly ListedJob[]> {
  const sourceOf = ({ status, source }: JobView) => (status === 'pending' ? source : null)
  const names = [...new Set(jobs.flatMap((job) => sourceOf(job) ?? []))]
  const views = names.length === 0 ? [] : await sources.list({ names })
  const obstacles = new Map(views.map((view) => [view.name, obstacleOf(view)]))
  return jobs.map((job) => ({ ...job, waitsForSource: obstacles.get(sourceOf(job) ?? '') ?? null }))
}

function obstacleOf({ state, pausedUntil, probeAt }: SourceView): SourceObstacle | null {
  if (state === 'closed') return null
  const until = state === 'paused' ? pausedUntil : probeAt
  return { state, until: until instanceof Date ? until : null }
}
