/** What of Emscripten is used here; the package's own types leave it out. */
export type EmscriptenModule = { readonly FS: EmscriptenFiles; callMain(args: string[]): number }

export type EmscriptenFiles = {
  createDataFile(parent: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean): void
  lookupPath(path: string): { readonly node: EmscriptenNode }
  getStream(descriptor: number): { stream_ops: object }
}

export type EmscriptenNode = {
  stream_ops: {
    read(stream: unknown, target: Uint8Array, offset: number, length: number, position: number): number
    llseek(stream: { readonly position: number }, offset: number, whence: number): number
  }
  node_ops: { getattr(node: unknown): { readonly size: number } }
}

export type WasmApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}
