import { RandomAccessReader } from 'yauzl'

/** @import { ArchiveFile } from './archive-file.js' */

const windowBytes = 64 * 1024

/** Reads ahead: yauzl asks for an entry of the central directory in two small pieces. */
export class ZipReader extends RandomAccessReader {
  #window = Buffer.alloc(0)
  #start = 0
  /** @readonly */
  #file

  /** @param {ArchiveFile} file */
  constructor(file) {
    super()
    this.#file = file
  }

  /**
   * @override
   * @param {Buffer} target
   * @param {number} offset
   * @param {number} length
   * @param {number} position
   * @param {(error: Error | null, read?: number) => void} callback
   */
  read(target, offset, length, position, callback) {
    // yauzl calls itself from the callback: without a turn of the loop between, the stack grows with the archive
    queueMicrotask(() => {
      const [error, read] = this.#tryCopy(target, offset, length, position)
      callback(error, read)
    })
  }

  /**
   * @param {Buffer} target
   * @param {number} offset
   * @param {number} length
   * @param {number} position
   * @returns {[Error | null, number?]}
   */
  #tryCopy(target, offset, length, position) {
    try {
      return [null, this.#copy(target, offset, length, position)]
    } catch (error) {
      return [/** @type {Error} */ (error)]
    }
  }

  /**
   * @param {Buffer} target
   * @param {number} offset
   * @param {number} length
   * @param {number} position
   */
  #copy(target, offset, length, position) {
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
