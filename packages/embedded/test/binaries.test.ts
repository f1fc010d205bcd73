import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { nobody } from '../src/account/nobody.ts'
import { spawnAs } from '../src/account/spawn-as.ts'
import { linkLibraries } from '../src/binaries/link-libraries.ts'
import { type InstalledPackage, locatePackage } from '../src/binaries/locate-package.ts'
import { thisPlatform } from '../src/binaries/this-platform.ts'
import { usableBinaries } from '../src/binaries/usable-binaries.ts'
import { layout } from '../src/folder/layout.ts'
import { launch } from '../src/server/launch.ts'
import { runInitdb } from '../src/server/run-initdb.ts'
import { embeddedErrorOf } from './support/embedded-error-of.ts'
import { scene } from './support/scene.ts'

const { emptyFolder } = scene()

/** The package as it is right after an install without scripts: no library links. */
async function freshInstall(folder: string): Promise<InstalledPackage> {
  const installed = await locatePackage(thisPlatform())
  const root = path.join(folder, 'native')
  const notLink = async (file: string) => !(await lstat(file)).isSymbolicLink()
  await cp(installed.root, root, { recursive: true, filter: notLink })
  return { root, version: installed.version }
}

const versionFrom = (binaries: string, account?: { uid: number; gid: number }) =>
  spawnSync(path.join(binaries, 'bin', 'postgres'), ['--version'], { ...spawnAs(account), encoding: 'utf8' })

test('makes the library links that an install script would have made, also in several processes at once', async () => {
  const { root } = await freshInstall(await emptyFolder())
  expect(await Promise.all([linkLibraries(root), linkLibraries(root), linkLibraries(root)])).toEqual([true, true, true])
  expect(await linkLibraries(root)).toBe(true)
  expect(versionFrom(root).stdout).toMatch(/^postgres \(PostgreSQL\) 18\./)
})

test('a package whose links cannot be made is copied into the cache', async () => {
  const installed = await freshInstall(await emptyFolder())
  const links = [{ source: 'native/lib/absent.so', target: 'native/absent-folder/absent.so' }]
  await writeFile(path.join(installed.root, 'pg-symlinks.json'), JSON.stringify(links))
  const cache = path.join(await emptyFolder(), 'cache')
  const binaries = await usableBinaries(installed, undefined, cache)
  expect(binaries.startsWith(cache)).toBe(true)
})

test('as root, binaries below a folder that others may not enter run from a copy that all may read', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'only root runs the server as another account')
  const account = nobody('')
  const home = await emptyFolder()
  const installed = await freshInstall(home)
  await chmod(home, 0o700)
  await linkLibraries(installed.root)
  expect(versionFrom(installed.root, account).error).toMatchObject({ code: 'EACCES' })

  const outer = await emptyFolder()
  await chmod(outer, 0o755)
  const cache = path.join(outer, 'cache')
  const copies = await Promise.all([1, 2].map(() => usableBinaries(installed, account, cache)))
  expect(new Set(copies).size).toBe(1)
  const binaries = copies[0]!
  expect(versionFrom(binaries, account).stdout).toMatch(/^postgres \(PostgreSQL\) 18\./)
  expect(await stat(binaries)).toMatchObject({ uid: 0, mode: 0o40755 })
  expect(await readdir(cache)).toHaveLength(1)

  await truncate(path.join(binaries, 'bin', 'initdb'), 0)
  expect(await usableBinaries(installed, account, cache)).toBe(binaries)
  expect((await stat(path.join(binaries, 'bin', 'initdb'))).size).toBeGreaterThan(0)
})

test('a cache that cannot be made is named', async () => {
  const installed = await freshInstall(await emptyFolder())
  const links = [{ source: 'native/lib/absent.so', target: 'native/absent-folder/absent.so' }]
  await writeFile(path.join(installed.root, 'pg-symlinks.json'), JSON.stringify(links))
  const notAFolder = path.join(await emptyFolder(), 'file')
  await writeFile(notAFolder, '')
  const error = await embeddedErrorOf(usableBinaries(installed, undefined, path.join(notAFolder, 'cache')))
  expect(error.code).toBe('binary-does-not-run')
  expect(error.message).toMatch(/Make .*cache writable.*DATABASE_URL=/)
})

test('a binary that this machine cannot run is named, with the platform', async () => {
  const folder = await emptyFolder()
  const home = { data: path.join(folder, 'data'), password: path.join(folder, 'password') }
  await mkdir(home.data)
  await writeFile(home.password, 'secret')
  const { root } = await freshInstall(folder)
  await rm(path.join(root, 'bin', 'initdb'))
  const missing = await embeddedErrorOf(runInitdb(root, home, undefined))
  expect(missing.code).toBe('binary-does-not-run')
  expect(missing.message).toMatch(new RegExp(`${process.platform}-${process.arch} does not run.*DATABASE_URL=`))

  await writeFile(path.join(root, 'bin', 'initdb'), '#!/bin/sh\necho "library not found" >&2\nexit 127\n', {
    mode: 0o755,
  })
  const unlinked = await embeddedErrorOf(runInitdb(root, home, undefined))
  expect(unlinked.code).toBe('binary-does-not-run')
  expect(unlinked.message).toContain('library not found')
})

test('a server program that this machine cannot run is named as well', async () => {
  const folder = layout(await emptyFolder())
  await mkdir(folder.data, { recursive: true })
  const signal = AbortSignal.timeout(60_000)
  const launching = launch({ binaries: '/nowhere', folder, account: undefined, port: 1, stalePid: undefined, signal })
  const error = await embeddedErrorOf(launching)
  expect(error.code).toBe('binary-does-not-run')
  expect(error.cause).toMatchObject({ code: 'ENOENT' })
})
