import { type App, defineApp } from '@pawl/app'
import { apiOf } from './api/api.ts'
import { lazyArchives } from './archive/lazy-archives.ts'
import { CoverCache } from './covers/cover-cache.ts'
import { type ComicLibraryOptions, comicLibrarySettings } from './options.ts'
import { libraryScan } from './phases/library-scan.ts'
import { rescanDue } from './schedules/rescan-due.ts'
import { librariesFromStart } from './watch/libraries-from-start.ts'

/** Scans folders of comics in five phases into series, issues and covers. */
export function comicLibrary(options: ComicLibraryOptions = {}): App {
  const settings = comicLibrarySettings(options)
  const { processes, limits, readTimeoutMs: timeoutMs } = settings
  const archives = lazyArchives({
    timeoutMs,
    ...(processes === undefined ? {} : { processes }),
    ...(limits === undefined ? {} : { limits }),
  })
  const covers = new CoverCache(settings.cacheFolder, settings.covers)
  const scan = libraryScan({ settings, archives, covers })
  return defineApp({
    name: 'comic-library',
    title: 'Comic library: scans folders of comics into series, issues and covers',
    jobs: [],
    pipelines: [scan],
    schedules: [rescanDue({ scan, rescan: settings.rescan })],
    migrations: new URL('./migrations/', import.meta.url),
    ...apiOf({ ...settings, scan, archives, covers }),
    start: librariesFromStart({ settings, scan, archives }),
  })
}
