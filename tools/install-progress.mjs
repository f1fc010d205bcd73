import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DRAW_MS = 500
const PRINT_MS = 5_000

/**
 * Shows how far an installation has come: in one line that is drawn again on a terminal, as a line now and then elsewhere.
 * @param {string} root
 * @param {NodeJS.WriteStream} stream
 * @returns {() => void} ends it with the time it took
 */
export function showInstallProgress(root, stream) {
  const wanted = wantedPackages(root)
  const startedAt = performance.now()
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`
  const count = () => wanted.filter((folder) => existsSync(join(root, folder, 'package.json'))).length
  const [before, after] = stream.isTTY ? ['\r\u001b[K', ''] : ['', '\n']
  const show = () => stream.write(`${before}  ${count()} of ${wanted.length} packages, ${seconds()}${after}`)
  const timer = setInterval(show, stream.isTTY ? DRAW_MS : PRINT_MS)
  return () => {
    clearInterval(timer)
    stream.write(`${before}  installed ${count()} packages in ${seconds()}\n`)
  }
}

/**
 * Folders of the packages that the lock file names and this platform can use.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function wantedPackages(root) {
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock)) return []
  /** @type {Record<string, { readonly os?: string[], readonly cpu?: string[], readonly libc?: string[] }>} */
  const packages = JSON.parse(readFileSync(lock, 'utf8')).packages ?? {}
  return Object.entries(packages)
    .filter(([folder, { os, cpu, libc }]) => {
      const fits =
        (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch)
      return folder.includes('node_modules/') && fits && !(libc ?? []).includes('musl')
    })
    .map(([folder]) => folder)
}
