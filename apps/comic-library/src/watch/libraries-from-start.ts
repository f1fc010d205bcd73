import { realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { App, AppServices } from '@pawl/app'
import { PawlError, type PhasesDefinition } from 'pawl'
import type { Archives } from '../archive/archives.ts'
import type { ComicLibrarySettings } from '../options.ts'
import { addLibrary, type Library, listLibraries } from '../tables/libraries.ts'
import { wasScanned } from '../tables/scans.ts'
import { systemFolderOf } from '../walk/system-folder.ts'
import { WatchLibraries } from './watch-libraries.ts'

export type StartParts = {
  readonly settings: ComicLibrarySettings
  readonly scan: PhasesDefinition
  readonly archives: Pick<Archives, 'close'>
}

/** Adds the libraries that the configuration names, scans those that never were, and watches those that are to be watched. */
export function librariesFromStart({ settings, scan, archives }: StartParts): NonNullable<App['start']> {
  return async (services: AppServices) => {
    const { pawl, db } = services
    const start = (id: number) => pawl.pipelines.start(scan, String(id))
    for (const given of settings.libraries) {
      const { id } = await libraryAt(services, given)
      if (!(await wasScanned(db, id))) await start(id)
    }
    const list = async () => (await listLibraries(db)).filter(({ watch }) => watch)
    const watching = new WatchLibraries({ watching: settings.watching, list, scan: start })
    await watching.start()
    return {
      async stop() {
        await watching.stop()
        await archives.close()
      },
    }
  }
}

async function libraryAt(
  { db }: AppServices,
  { folder, name, ...choices }: ComicLibrarySettings['libraries'][number],
): Promise<Pick<Library, 'id'>> {
  const found = await realpath(folder).catch((cause: unknown) => ({ cause }))
  // the drive of one that is known may be away; the others, and the other applications, are there all the same
  const at = typeof found === 'string' ? found : resolve(folder)
  const known = (await listLibraries(db)).find((each) => each.root === at)
  if (known !== undefined) return known
  const system = systemFolderOf(at)
  if (system !== undefined) {
    throw new PawlError('invalid-option', `comicLibrary(): ${folder} cannot be a library: ${system} is of the system`)
  }
  if (typeof found !== 'string') {
    const message = `comicLibrary(): the folder ${folder} of a library cannot be read: make it, or take it out of libraries`
    throw new PawlError('invalid-option', message, found)
  }
  return makeLibrary(db, found, name, choices)
}

async function makeLibrary(
  db: AppServices['db'],
  root: string,
  name: string | undefined,
  choices: Omit<ComicLibrarySettings['libraries'][number], 'folder' | 'name'>,
): Promise<Pick<Library, 'id'>> {
  const title = name ?? (basename(root) || root)
  const id = await addLibrary(db, { name: title, root, ...choices })
  // another process may have been first
  const made = id === undefined ? (await listLibraries(db)).find((each) => each.root === root) : { id }
  if (made !== undefined) return made
  throw new PawlError(
    'invalid-option',
    `comicLibrary(): another library has the name '${title}': give ${root} one of its own`,
  )
}
