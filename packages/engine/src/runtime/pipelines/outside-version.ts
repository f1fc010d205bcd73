import type { Tx } from '../../job/job.ts'
import type { Outside } from '../../pipeline/decide-leg.ts'
import type { StagesDefinition } from '../../pipeline/define-stages.ts'

/** The version of the user's own row: undefined where the pipeline does not ask, null when it is gone. */
export async function outsideVersion(
  definition: StagesDefinition,
  tx: () => Promise<Tx> | Tx,
  item: string,
): Promise<Outside> {
  if (definition.version === undefined) return undefined
  const version = await definition.version(await tx(), item)
  return version === undefined || version === null ? null : String(version)
}
