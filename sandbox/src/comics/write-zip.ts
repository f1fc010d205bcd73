import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'

const utf8Names = 0x0800
const encrypted = 0x0001
const byUnix = 0x0314
/** 1 January 1980: the first day that a zip knows. */
const date = 0x0021
const fileMode = 0o100644
const linkMode = 0o120777

/** A zip of entries that are stored. */
export function writeZip(entries: readonly ArchiveEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const fields = commonFields(entry)
    const name = Buffer.from(entry.name)
    const local = Buffer.concat([uint32(0x04034b50), fields, uint16(0), name])
    parts.push(local, entry.bytes)
    // comment, disk, internal attributes; then the mode in the upper half of the external ones
    const mode = (entry.isLink ? linkMode : fileMode) * 0x10000
    const rest = Buffer.concat([uint16(0), uint16(0), uint16(0), uint16(0), uint32(mode), uint32(offset)])
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(byUnix), fields, rest, name]))
    offset += local.length + entry.bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const counts = [uint16(0), uint16(0), uint16(entries.length), uint16(entries.length)]
  const end = Buffer.concat([uint32(0x06054b50), ...counts, uint32(size), uint32(offset), uint16(0)])
  return Buffer.concat([...parts, ...directory, end])
}

/** From 'version needed' to 'length of the name': the same in both headers. */
function commonFields({ name, bytes, deflated, isEncrypted }: ArchiveEntry): Buffer {
  const fields = Buffer.alloc(24)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(utf8Names | (isEncrypted ? encrypted : 0), 2)
  fields.writeUInt16LE(deflated === undefined ? 0 : 8, 4)
  fields.writeUInt16LE(0, 6)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(deflated?.crc ?? crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(deflated?.size ?? bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value >>> 0)
  return buffer
}
