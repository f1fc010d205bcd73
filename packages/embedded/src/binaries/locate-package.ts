import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedError } from '../embedded-error.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { type Platform, packageFor } from './package-for.ts'

/** PostgreSQL as npm installed it: `root` holds `bin`, `lib` and `share`. */
export type InstalledPackage = { readonly root: string; readonly version: string }

/** Finds the installed package for a platform. It is an optional dependency, so it may be absent. */
export async function locatePackage(platform: Platform): Promise<InstalledPackage> {
  const name = packageFor(platform)
  const folder = resolveFolder(name)
  const manifest: { readonly version: string } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  return { root: path.join(folder, 'native'), version: manifest.version }
}

function resolveFolder(name: string): string {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '..', '..')
  } catch (cause) {
    throw new EmbeddedError(
      'no-binary',
      `The npm package ${name}, which holds PostgreSQL for this platform, is not installed. ` +
        `Install again without --omit=optional, and not with a node_modules folder from another platform. ${setDatabaseUrl}`,
      cause,
    )
  }
}
