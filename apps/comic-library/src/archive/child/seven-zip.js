import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import SevenZip from '7z-wasm'

/** @import { ArchiveFile } from './archive-file.js' */

/**
 * What a run of 7-Zip came to.
 * @typedef {object} SevenZipRun
 * @property {number} code 0 fine, 1 warnings, 2 errors; above when it gave up altogether
 * @property {Buffer} output
 * @property {string} complaints
 * @property {boolean} isTooLong more output than was asked for
 */

/**
 * Runs 7-Zip on one file. It sees this file as /archive, and nothing else of the machine.
 * @typedef {(file: ArchiveFile, args: readonly string[], maxBytes: number) => Promise<SevenZipRun>} RunSevenZip
 */

/**
 * An instance costs 10 ms, a run 0.3 ms: so instances are used again. Not for ever, as each run leaves something behind (a
 * thousand of them made it fail), and not after an error, as nobody knows what state that leaves.
 */
const runsOfOne = 100

const makeModule = /** @type {(options: object) => Promise<EmscriptenModule>} */ (/** @type {unknown} */ (SevenZip))
/** What our types of Node leave out. */
const wasm = /** @type {{ WebAssembly: WasmApi }} */ (/** @type {unknown} */ (globalThis)).WebAssembly

/** @returns {RunSevenZip} */
export function createSevenZip() {
  /** @type {object | undefined} */
  let compiled
  /** @type {Awaited<ReturnType<typeof instantiate>> | undefined} */
  let instance
  let runs = 0
  return async (file, args, maxBytes) => {
    compiled ??= new wasm.Module(readFileSync(createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm')))
    instance ??= await instantiate(compiled)
    runs += 1
    const result = instance(file, args, maxBytes)
    if (result.code !== 0 || runs >= runsOfOne) {
      instance = undefined
      runs = 0
    }
    return result
  }
}

/**
 * @param {object} compiled
 * @returns {Promise<(file: ArchiveFile, args: readonly string[], maxBytes: number) => SevenZipRun>}
 */
async function instantiate(compiled) {
  /** @type {string[]} */
  let complaints = []
  const options = {
    printErr: (/** @type {string} */ line) => complaints.push(line),
    quit: () => {},
    instantiateWasm(/** @type {object} */ imports, /** @type {(made: object) => void} */ done) {
      const made = new wasm.Instance(compiled, imports)
      done(made)
      return made.exports
    },
  }
  const { FS: files, callMain } = await makeModule(options)
  const input = fileNode(files)
  return (file, args, maxBytes) => {
    complaints = []
    const output = collector(maxBytes)
    input.show(file)
    const stdout = files.getStream(1)
    stdout.stream_ops = { ...stdout.stream_ops, write: output.write }
    let code = 3
    try {
      code = callMain([...args])
    } catch (error) {
      // it ran into a limit of memory, into ours for its output, or into its own faults
      complaints.push(String(error))
    }
    return { code, output: output.bytes(), complaints: complaints.join('\n'), isTooLong: output.isTooLong() }
  }
}

/**
 * A file in its memory whose bytes are read from ours.
 * @param {EmscriptenFiles} files
 */
function fileNode(files) {
  /** @type {ArchiveFile | undefined} */
  let shown
  const size = () => shown?.size ?? 0
  files.createDataFile('/', 'archive', new Uint8Array(0), true, false)
  const { node } = files.lookupPath('/archive')
  const { stream_ops: streams, node_ops: nodes } = node
  node.stream_ops = {
    ...streams,
    read: (_stream, target, offset, length, position) => shown?.read(target, offset, length, position) ?? 0,
    llseek: (stream, offset, whence) => offset + (whence === 1 ? stream.position : whence === 2 ? size() : 0),
  }
  node.node_ops = { ...nodes, getattr: (of) => ({ ...nodes.getattr(of), size: size() }) }
  return {
    show(/** @type {ArchiveFile} */ file) {
      shown = file
    },
  }
}

/**
 * Takes what is written, in the pieces in which it is written. More than was asked for ends the run.
 * @param {number} maxBytes
 */
function collector(maxBytes) {
  /** @type {Buffer[]} */
  const pieces = []
  let total = 0
  return {
    write(
      /** @type {unknown} */ _stream,
      /** @type {Uint8Array} */ from,
      /** @type {number} */ offset,
      /** @type {number} */ length,
    ) {
      total += length
      if (total > maxBytes) throw new Error('more output than was asked for')
      pieces.push(Buffer.from(from.subarray(offset, offset + length)))
      return length
    },
    bytes: () => Buffer.concat(pieces),
    isTooLong: () => total > maxBytes,
  }
}

/**
 * What of Emscripten is used here; the package's own types leave it out.
 * @typedef {object} EmscriptenNode
 * @property {{
 *   read(stream: unknown, target: Uint8Array, offset: number, length: number, position: number): number,
 *   llseek(stream: { position: number }, offset: number, whence: number): number
 * }} stream_ops
 * @property {{ getattr(node: unknown): { size: number } }} node_ops
 *
 * @typedef {object} EmscriptenFiles
 * @property {(parent: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean) => void} createDataFile
 * @property {(path: string) => { node: EmscriptenNode }} lookupPath
 * @property {(descriptor: number) => { stream_ops: object }} getStream
 *
 * @typedef {object} WasmApi
 * @property {new (bytes: Uint8Array) => object} Module
 * @property {new (module: object, imports: object) => { exports: object }} Instance
 *
 * @typedef {{ FS: EmscriptenFiles, callMain(args: string[]): number }} EmscriptenModule
 */
