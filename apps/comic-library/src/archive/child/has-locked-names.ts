import type { ArchiveFormat } from '../archive-facts.ts'
import type { ArchiveFile } from './archive-file.ts'

const rar4Locked = 0x0080
const rar5Encryption = 4
const encodedHeader = 0x17
const aes = Buffer.from('06f10701', 'hex')
/** The coders of a packed header are in its first bytes. */
const coderBytes = 256

/**
 * Whether not even the names of its entries can be read without a password. 7-Zip would tell too, after trying one: and the
 * archive says how much work that is, up to half a minute of it.
 */
export function hasLockedNames(file: ArchiveFile, format: ArchiveFormat): boolean {
  if (format === 'rar4') return (read(file, 10, 2).readUInt16LE() & rar4Locked) !== 0
  if (format === 'rar5') return rar5TypeOf(read(file, 12, 8)) === rar5Encryption
  if (format === '7z') {
    const start = 32 + Number(read(file, 12, 8).readBigUInt64LE())
    const header = start < file.size ? read(file, start, coderBytes) : Buffer.alloc(1)
    return header[0] === encodedHeader && header.includes(aes)
  }
  return false
}

/** The type of a block, by the bytes behind its checksum: it follows the length, which is a number of seven bits a byte. */
function rar5TypeOf(bytes: Buffer): number | undefined {
  return bytes[bytes.findIndex((byte) => byte < 0x80) + 1]
}

/** Zeros where the file has no more. */
function read(file: ArchiveFile, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  file.read(bytes, 0, length, position)
  return bytes
}
