import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Part of every name in the cache: raise it when `toJavaScript` changes. */
const VERSION = 1
const cache = new URL('../../node_modules/.cache/pawl-typescript/', import.meta.url)

/**
 * Node's hook for loading a module: TypeScript is stripped of its types, everything else is Node's own business. What was
 * stripped once is kept under the hash of its text, so that the compiler is loaded only after a change.
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, nextLoad) {
  if (!/^file:.*\.m?ts(\?|$)/.test(url)) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const text = readFileSync(file, 'utf8')
  const hash = createHash('sha1').update(`${VERSION}\0${file}\0${text}`).digest('hex')
  const kept = new URL(`${hash}.mjs`, cache)
  const source = read(kept) ?? write(kept, await toJavaScript(file, text))
  return { format: 'module', source, shortCircuit: true }
}

/**
 * @param {string} file
 * @param {string} text
 */
async function toJavaScript(file, text) {
  const { transform } = await import('esbuild')
  const options = /** @type {const} */ ({ loader: 'ts', format: 'esm', target: 'node20.19', sourcemap: 'inline' })
  const { code } = await transform(text, { ...options, sourcefile: file, sourcesContent: false })
  return code
}

/** @param {URL} kept */
function read(kept) {
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Under its name once it is whole: several processes may write the same.
 * @param {URL} kept
 * @param {string} source
 */
function write(kept, source) {
  try {
    mkdirSync(cache, { recursive: true })
    const part = new URL(`${kept.href}.${process.pid}`)
    writeFileSync(part, source)
    renameSync(part, kept)
  } catch {
    // node_modules may belong to somebody else; then nothing is kept
  }
  return source
}
