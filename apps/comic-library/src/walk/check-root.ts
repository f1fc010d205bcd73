import { opendir, stat } from 'node:fs/promises'
import { PermanentError } from 'pawl'

/** What tells a folder from another that was mounted in its place. */
export type RootMark = string

/** Throws unless the folder of a library can be read. */
export async function checkRoot(root: string): Promise<RootMark> {
  try {
    const folder = await opendir(root)
    await folder.close()
    const { dev, ino } = await stat(root)
    return `${dev}:${ino}`
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new PermanentError(
      `the library's folder ${root} cannot be read (${code}): nothing was removed. Is its drive there? Scan again when it is`,
      { cause: error },
    )
  }
}

/** Throws when the folder of a library is not the one it was when a walk began: what the walk missed is not known to be gone. */
export async function checkSameRoot(root: string, before: RootMark): Promise<void> {
  if ((await checkRoot(root)) === before) return
  throw new PermanentError(
    `another folder is at ${root} than when the scan began: nothing more is taken for gone. Scan again when its drive is back`,
  )
}
