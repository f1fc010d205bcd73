import { comparePaths } from './compare-paths.ts'
import type { FileFate, KnownFile, Sighting } from './file-fate.ts'

type Live = { readonly file: KnownFile; path: string | undefined; size: number; hash: string }

/**
 * What becomes of each file, one sighting after the other in the order of paths, so that it does not matter where a scan was interrupted.
 * Content decides: a file that is known from elsewhere and no longer there has moved, and keeps its id and all that hangs on it, also when
 * names were exchanged or moved up by one.
 *
 * @param known all files on record that are at one of these paths or have one of these contents
 * @param isThere whether a file that is on record elsewhere is still where it was
 */
export function decideFates(
  sightings: readonly Sighting[],
  known: readonly KnownFile[],
  isThere: (id: number) => boolean,
): FileFate[] {
  const files = [...known].sort((a, b) => comparePaths(a.path, b.path) || a.id - b.id).map(live)
  const fates = new Map<Live | Sighting, FileFate>()
  for (const sighting of sightings) {
    const here = files.find(({ path }) => path === sighting.path)
    if (sighting.kind === 'gone') {
      if (here !== undefined) orphan(fates, here)
      continue
    }
    if (here !== undefined && isSame(here, sighting)) {
      fates.set(here, { kind: 'touch', id: here.file.id, at: sighting })
      continue
    }
    const mover = files.find((file) => file !== here && isSame(file, sighting) && isFree(file, isThere))
    if (mover !== undefined) {
      if (here !== undefined) orphan(fates, here)
      mover.path = sighting.path
      fates.set(mover, { kind: 'move', id: mover.file.id, at: sighting })
    } else if (here !== undefined) {
      here.size = sighting.size
      here.hash = sighting.hash
      fates.set(here, { kind: 'change', id: here.file.id, at: sighting })
    } else fates.set(sighting, { kind: 'insert', at: sighting })
  }
  return [...fates.values()]
}

function live(file: KnownFile): Live {
  return { file, path: file.isOrphaned ? undefined : file.path, size: file.size, hash: file.hash }
}

function orphan(fates: Map<Live | Sighting, FileFate>, file: Live): void {
  file.path = undefined
  fates.set(file, { kind: 'orphan', id: file.file.id })
}

function isSame(file: Live, { size, hash }: { readonly size: number; readonly hash: string }): boolean {
  return file.size === size && file.hash === hash
}

/** Nothing holds it where it was. One that was moved by this very batch is where it belongs. */
function isFree({ file, path }: Live, isThere: (id: number) => boolean): boolean {
  return path === undefined || (path === file.path && !isThere(file.id))
}
