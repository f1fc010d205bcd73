import { readFile, stat, symlink } from 'node:fs/promises'
import path from 'node:path'

type Link = { readonly source: string; readonly target: string }

/**
 * Makes the library links that an npm package cannot carry. The package would do it in an install script, which
 * npm 12 and pnpm block. Safe to run from several processes at once.
 *
 * @returns false when a link is missing and cannot be made: a read-only install
 */
export async function linkLibraries(root: string): Promise<boolean> {
  const made = await Promise.all((await readLinks(root)).map((link) => makeLink(path.dirname(root), link)))
  return made.every(Boolean)
}

async function readLinks(root: string): Promise<readonly Link[]> {
  try {
    return JSON.parse(await readFile(path.join(root, 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function makeLink(base: string, { source, target }: Link): Promise<boolean> {
  const at = path.join(base, target)
  if (await exists(at)) return true
  try {
    await symlink(path.relative(path.dirname(target), source), at)
    return true
  } catch {
    return exists(at)
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
