/** @import { ArchiveFile } from './archive-file.js' */
/** @import { ArchiveFormat } from '../archive-facts.ts' */

const rar4Locked = 0x0080
const rar5Encryption = 4
const encodedHeader = 0x17
const aes = Buffer.from('06f10701', 'hex')
/** The coders of a packed header are in its first bytes. */
const coderBytes = 256

/**
 * Whether not even the names of its entries can be read without a password. 7-Zip would tell too, after trying one: and the
 * archive says how much work that is, up to half a minute of it.
 * @param {ArchiveFile} file
 * @param {ArchiveFormat} format
 */
export function hasLockedNames(file, format) {
  if (format === 'rar4') return (read(file, 10, 2).readUInt16LE() & rar4Locked) !== 0
  if (format === 'rar5') return rar5TypeOf(read(file, 12, 8)) === rar5Encryption
  if (format === '7z') {
    const start = 32 + Number(read(file, 12, 8).readBigUInt64LE())
    const header = start < file.size ? read(file, start, coderBytes) : Buffer.alloc(1)
    return header[0] === encodedHeader && header.includes(aes)
  }
  return false
}

/**
 * The type of a block: it follows the length, which is a number of seven bits a byte.
 * @param {Buffer} bytes behind the checksum
 */
function rar5TypeOf(bytes) {
  return bytes[bytes.findIndex((byte) => byte < 0x80) + 1]
}

/**
 * Zeros where the file has no more.
 * @param {ArchiveFile} file
 * @param {number} position
 * @param {number} length
 */
function read(file, position, length) {
  const bytes = Buffer.alloc(length)
  file.read(bytes, 0, length, position)
  return bytes
}
