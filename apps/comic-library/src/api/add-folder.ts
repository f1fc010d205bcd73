import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { ProblemError } from '@pawl/app'
import type { Tx } from 'pawl'
import { addLibrary, listLibraries, type NewLibrary } from '../tables/libraries.ts'
import { isWithin } from '../walk/is-within.ts'
import { systemFolderOf } from '../walk/system-folder.ts'
import { nameTaken } from './name-taken.ts'

export type FolderChoices = Partial<{ readonly [K in Exclude<keyof NewLibrary, 'root'>]: NewLibrary[K] | undefined }>

const dayMs = 86_400_000

/** Makes a library of a folder. It is called as the folder is, unless a name is given, and scanned daily unless told otherwise. Returns its id. */
export async function addFolder(
  db: Tx,
  { path: given, ...choices }: FolderChoices & { readonly path: string },
): Promise<number> {
  const root = await folderAt(given)
  const known = await listLibraries(db)
  const other = known.find((each) => isWithin(root, each.root) || isWithin(each.root, root))
  if (other !== undefined) {
    const how = other.root === root ? 'is' : 'shares files with'
    throw new ProblemError(409, 'folder-taken', `${root} ${how} the library ${other.name} (${other.root})`)
  }
  const name = choices.name ?? (path.basename(root) || root)
  const added = await addLibrary(db, {
    name,
    root,
    keepYearsApart: choices.keepYearsApart ?? false,
    keepPublishersApart: choices.keepPublishersApart ?? false,
    watch: choices.watch ?? false,
    rescanEveryMs: choices.rescanEveryMs === undefined ? dayMs : choices.rescanEveryMs,
  })
  if (added === undefined) throw nameTaken(name)
  return added
}

async function folderAt(given: string): Promise<string> {
  const faults = (message: string) => [{ in: 'body' as const, path: '/path', message }]
  if (!path.isAbsolute(given) || given.includes('\0')) {
    const message = `expected the whole path of a folder, from the root on; got ${given.replaceAll('\0', '?')}`
    throw new ProblemError(400, 'invalid-folder', message, { faults: faults(message) })
  }
  try {
    const root = await realpath(given)
    const system = systemFolderOf(root)
    if (system !== undefined) {
      const message = `${given} cannot be a library: ${root} ${root === '/' ? 'contains' : 'is in'} ${system}, which is of the system`
      throw new ProblemError(400, 'system-folder', message, { faults: faults(message) })
    }
    if ((await stat(root)).isDirectory()) return root
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const { code } = error as NodeJS.ErrnoException
    const message = `the folder ${given} cannot be read (${code ?? String(error)})`
    throw new ProblemError(400, 'invalid-folder', message, { faults: faults(message), cause: error })
  }
  const message = `${given} is no folder`
  throw new ProblemError(400, 'invalid-folder', message, { faults: faults(message) })
}
