import { createHash } from 'node:crypto'
import type { PhaseContext } from 'pawl'
import { ArchiveError } from '../archive/archive-error.ts'
import type { Archives } from '../archive/archives.ts'
import { CoverCache } from './cover-cache.ts'
import type { CataloguedSeries, CoverCatalogue } from './cover-catalogue.ts'

export type CatalogueParts = {
  readonly catalogue: CoverCatalogue
  readonly archives: Pick<Archives, 'shrink'>
  readonly covers: CoverCache
}

/** Asks the catalogue for the cover of a series and keeps a thumbnail of it. Its key; null when there is none that can be shown. */
export async function findInCatalogue(
  { catalogue, archives, covers }: CatalogueParts,
  series: CataloguedSeries,
  fetch: PhaseContext['fetch'],
): Promise<string | null> {
  const bytes = await catalogue.find(series, fetch)
  if (bytes === undefined) return null
  const key = { size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 40) }
  try {
    // a stranger's image is as hostile as one in an archive
    if (!(await covers.has(key))) await covers.put(key, await archives.shrink(bytes, covers.options))
    return CoverCache.textOf(key)
  } catch (error) {
    if (error instanceof ArchiveError) return null
    throw error
  }
}
