import type { Archives } from '../archive/archives.ts'
import type { CoverCache } from '../covers/cover-cache.ts'
import type { ComicLibrarySettings } from '../options.ts'
import type { WalkOptions } from '../walk/walk-folder.ts'

/** What the phases of a scan are made of. */
export type ScanParts = {
  readonly settings: ComicLibrarySettings
  readonly archives: Pick<Archives, 'inspect' | 'thumbnail' | 'shrink'>
  readonly covers: CoverCache
  /** Stands in for the disk in tests. */
  readonly readFolder?: WalkOptions['readFolder']
}

/** What a scan may be started with. */
export type ScanInput = {
  /** The folder is empty, and that is meant: all of its files are removed from the record. */
  readonly mayBeEmpty?: boolean
}
