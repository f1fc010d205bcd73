import { randomUUID } from 'node:crypto'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ThumbnailOptions } from '../archive/archives.ts'

export type CoverKey = { readonly size: number; readonly hash: string }

/** Thumbnails on disk, by the content of the file that they are of: a file that was moved has its cover already. */
export class CoverCache {
  readonly #folder: string
  readonly #options: ThumbnailOptions

  constructor(folder: string, options: ThumbnailOptions) {
    this.#folder = resolve(folder)
    this.#options = options
  }

  /** What a thumbnail is made by. */
  get options(): ThumbnailOptions {
    return this.#options
  }

  get type(): string {
    return `image/${this.#options.format}`
  }

  /** Where the cover of this content is, or will be. */
  pathOf({ size, hash }: CoverKey): string {
    const { width, format } = this.#options
    return join(
      this.#folder,
      'covers',
      hash.slice(0, 2),
      `${hash}-${size}-${width}.${format === 'jpeg' ? 'jpg' : format}`,
    )
  }

  /** A key as one text, and back. */
  static textOf({ size, hash }: CoverKey): string {
    return `${hash}-${size}`
  }

  static keyOf(text: string): CoverKey {
    const [hash = '', size = ''] = text.split('-')
    return { hash, size: Number(size) }
  }

  async has(key: CoverKey): Promise<boolean> {
    return access(this.pathOf(key)).then(
      () => true,
      () => false,
    )
  }

  /** Whole or not at all: a reader never sees half of it. */
  async put(key: CoverKey, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key)
    const half = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(half, bytes)
      await rename(half, path)
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
  }
}
