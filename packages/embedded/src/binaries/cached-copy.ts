import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { copyTree } from './copy-tree.ts'
import { linkLibraries } from './link-libraries.ts'
import type { InstalledPackage } from './locate-package.ts'
import { sameTree } from './same-tree.ts'

/**
 * A copy of the binaries in a cache folder, made once. It is built under a name of its own and renamed, so nobody
 * ever sees half of one, and of several processes that build it at once one wins.
 */
export async function cachedCopy(installed: InstalledPackage, cacheDir: string): Promise<string> {
  const copy = path.join(cacheDir, `postgres-${installed.version}-${process.platform}-${process.arch}`)
  const native = path.join(copy, 'native')
  if (await sameTree(installed.root, native)) return native
  await mkdir(cacheDir, { recursive: true })
  await chmod(cacheDir, 0o755)
  const fresh = `${copy}.new-${uniqueName()}`
  await mkdir(fresh)
  await chmod(fresh, 0o755)
  await copyTree(installed.root, path.join(fresh, 'native'))
  await linkLibraries(path.join(fresh, 'native'))
  await moveIntoPlace(fresh, copy, installed.root)
  return native
}

async function moveIntoPlace(fresh: string, copy: string, original: string): Promise<void> {
  try {
    await rename(fresh, copy)
  } catch (error) {
    if (!isOccupied(error)) throw error
    if (await sameTree(original, path.join(copy, 'native'))) {
      await rm(fresh, { recursive: true })
    } else {
      await rename(copy, `${copy}.broken-${uniqueName()}`)
      await rename(fresh, copy)
    }
  }
}

function isOccupied(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

function uniqueName(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`
}
