import { RandomAccessReader } from 'yauzl'
import type { ArchiveFile } from './archive-file.ts'

const windowBytes = 64 * 1024

/** Reads ahead: yauzl asks for an entry of the central directory in two small pieces. */
export class ZipReader extends RandomAccessReader {
  readonly #file: ArchiveFile
  #window = Buffer.alloc(0)
  #start = 0

  constructor(file: ArchiveFile) {
    super()
    this.#file = file
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, read?: number) => void,
  ): void {
    // yauzl calls itself from the callback: without a turn of the loop between, the stack grows with the archive
    queueMicrotask(() => {
      const [error, read] = this.#tryCopy(target, offset, length, position)
      callback(error, read)
    })
  }

  #tryCopy(target: Buffer, offset: number, length: number, position: number): [error: Error | null, read?: number] {
    try {
      return [null, this.#copy(target, offset, length, position)]
    } catch (error) {
      return [error as Error]
    }
  }

  #copy(target: Buffer, offset: number, length: number, position: number): number {
    const end = this.#start + this.#window.length
    if (position < this.#start || position + length > end) {
      this.#window = Buffer.allocUnsafe(
        Math.min(Math.max(length, windowBytes), Math.max(0, this.#file.size - position)),
      )
      this.#start = position
      const read = this.#file.read(this.#window, 0, this.#window.length, position)
      this.#window = this.#window.subarray(0, read)
    }
    return this.#window.copy(target, offset, position - this.#start, position - this.#start + length)
  }
}
