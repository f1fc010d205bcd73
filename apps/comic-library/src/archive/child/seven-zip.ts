import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import SevenZip from '7z-wasm'
import type { ArchiveFile } from './archive-file.ts'
import type { EmscriptenFiles, EmscriptenModule, WasmApi } from './emscripten.ts'

/** The result of a run of 7-Zip. */
export type SevenZipRun = {
  /** 0 fine, 1 warnings, 2 errors; above when it gave up altogether. */
  readonly code: number
  readonly output: Buffer
  readonly complaints: string
  /** More output than was asked for. */
  readonly isTooLong: boolean
}

/** Runs 7-Zip on one file. It sees this file as /archive, and nothing else of the machine. */
export type RunSevenZip = (file: ArchiveFile, args: readonly string[], maxBytes: number) => Promise<SevenZipRun>
type Instance = (file: ArchiveFile, args: readonly string[], maxBytes: number) => SevenZipRun

/**
 * An instance costs 10 ms, a run 0.3 ms: so instances are used again. Not for ever, as each run leaves something behind (a
 * thousand of them made it fail), and not after an error, as nobody knows what state that leaves.
 */
const runsOfOne = 100

const makeModule = SevenZip as unknown as (options: object) => Promise<EmscriptenModule>
/** What our types of Node leave out. */
const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly

export function createSevenZip(): RunSevenZip {
  let compiled: object | undefined
  let instance: Instance | undefined
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

async function instantiate(compiled: object): Promise<Instance> {
  let complaints: string[] = []
  const options = {
    printErr: (line: string) => complaints.push(line),
    quit: () => {},
    instantiateWasm(imports: object, done: (made: object) => void) {
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

/** A file in its memory whose bytes are read from ours. */
function fileNode(files: EmscriptenFiles): { show(file: ArchiveFile): void } {
  let shown: ArchiveFile | undefined
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
    show(file) {
      shown = file
    },
  }
}

/** Takes what is written, in the pieces in which it is written. More than was asked for ends the run. */
function collector(maxBytes: number) {
  const pieces: Buffer[] = []
  let total = 0
  return {
    write(_stream: unknown, from: Uint8Array, offset: number, length: number): number {
      total += length
      if (total > maxBytes) throw new Error('more output than was asked for')
      pieces.push(Buffer.from(from.subarray(offset, offset + length)))
      return length
    },
    bytes: () => Buffer.concat(pieces),
    isTooLong: () => total > maxBytes,
  }
}
