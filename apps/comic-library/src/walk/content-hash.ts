import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const blockBytes = 16 * 1024
/** The end of an archive lists all that is in it, with the checksum of each: it tells the most. */
const lastBytes = 64 * 1024

/** Neither a link, nor to wait for ever where somebody put a pipe in the place of a file. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0)

export type HashedFile = { readonly size: number; readonly mtimeNs: string; readonly hash: string }

/**
 * By which a file is known again that was moved or renamed: its size, and blocks at its beginning, in its middle and at its end. Files of
 * one size that differ nowhere but between these blocks are taken for the same; the end of a zip file has the checksums of all of its entries.
 */
export async function contentHash(path: string): Promise<HashedFile> {
  const file = await open(path, flags)
  try {
    const found = await file.stat({ bigint: true })
    if (!found.isFile()) throw new Error(`${path} is no file any more`)
    const [size, { mtimeNs }] = [Number(found.size), found]
    const hash = createHash('sha256').update(`${size}:`)
    for (const { at, length } of blocksOf(size)) hash.update(await readBlock(file, at, length))
    return { size, mtimeNs: String(mtimeNs), hash: hash.digest('hex').slice(0, 40) }
  } finally {
    await file.close()
  }
}

function blocksOf(size: number): readonly { at: number; length: number }[] {
  if (size <= 2 * blockBytes + lastBytes) return [{ at: 0, length: size }]
  return [
    { at: 0, length: blockBytes },
    { at: Math.floor(size / 2), length: blockBytes },
    { at: size - lastBytes, length: lastBytes },
  ]
}

async function readBlock(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const block = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(block, read, length - read, at + read)
    // it was cut off meanwhile: another scan finds it changed
    if (bytesRead === 0) break
    read += bytesRead
  }
  return block.subarray(0, read)
}
