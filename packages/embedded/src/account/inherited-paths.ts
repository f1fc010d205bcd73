import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { isReachable } from './is-reachable.ts'
import type { Account } from './server-account.ts'

/** Names under which a child can open files, the descriptors it must inherit from number 3 on, and their release. */
export type InheritedPaths = {
  readonly names: readonly string[]
  readonly descriptors: readonly number[]
  readonly close: () => Promise<void>
}

/**
 * Gives a child of another account access to files below folders that this account may not enter, such as root's
 * home. The files are opened here and inherited; /proc/self/fd/N leads to them without a walk through the folders
 * above. The rights on the files themselves still count.
 */
export async function inheritedPaths(files: readonly string[], account: Account | undefined): Promise<InheritedPaths> {
  if (!account) return { names: files, descriptors: [], close: async () => {} }
  if (!existsSync('/proc/self/fd')) return reachablePaths(files, account)
  const handles: FileHandle[] = []
  const close = async () => void (await Promise.all(handles.map((handle) => handle.close())))
  for (const file of files) {
    handles.push(
      await open(file, 'r').catch(async (error) => {
        await close()
        throw error
      }),
    )
  }
  return {
    names: handles.map((_, index) => `/proc/self/fd/${3 + index}`),
    descriptors: handles.map((handle) => handle.fd),
    close,
  }
}

async function reachablePaths(files: readonly string[], account: Account): Promise<InheritedPaths> {
  for (const file of files) {
    if (await isReachable(file, account, 0)) continue
    throw new EmbeddedError(
      'folder-unreachable',
      `PostgreSQL does not run as root, and user ${account.uid}, which runs it instead, may not enter the folders above ${file}. ` +
        `Set PAWL_DATA_DIR to a folder that every user may enter, or run this as a normal user. ${setDatabaseUrl}`,
    )
  }
  return { names: files, descriptors: [], close: async () => {} }
}
