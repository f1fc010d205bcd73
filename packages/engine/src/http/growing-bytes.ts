const firstCapacity = 16 * 1024

/** Copies, instead of keeping chunks: a body sent byte by byte would cost a hundred times its size. */
export class GrowingBytes {
  #bytes = new Uint8Array(firstCapacity)
  #length = 0

  get length(): number {
    return this.#length
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(chunk, this.#length)
    this.#length = needed
  }

  /** All of it, in memory of just this size. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}
