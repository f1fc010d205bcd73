import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'

const marker = Buffer.from('526172211a0700', 'hex')
const mainType = 0x73
const fileType = 0x74
const endType = 0x7b
const hasData = 0x8000
const stored = 0x30
const unix = 3
/** 1 January 1980. */
const date = 0x00210000

/** A RAR of the format before 5, its entries stored. Names in ASCII. */
export function writeRar4(entries: readonly ArchiveEntry[]): Buffer {
  const files = entries.flatMap((entry) => [block(fileType, hasData, fileFields(entry)), entry.bytes])
  return Buffer.concat([marker, block(mainType, 0, Buffer.alloc(6)), ...files, block(endType, 0x4000, Buffer.alloc(0))])
}

function fileFields({ name, bytes }: ArchiveEntry): Buffer {
  const fields = Buffer.alloc(25)
  fields.writeUInt32LE(bytes.length, 0)
  fields.writeUInt32LE(bytes.length, 4)
  fields.writeUInt8(unix, 8)
  fields.writeUInt32LE(crc32(bytes), 9)
  fields.writeUInt32LE(date, 13)
  fields.writeUInt8(20, 17)
  fields.writeUInt8(stored, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 19)
  fields.writeUInt32LE(0o100644, 21)
  return Buffer.concat([fields, Buffer.from(name)])
}

/** Checksum, type, flags, length, and what is in it. */
function block(type: number, flags: number, fields: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(type, 0)
  head.writeUInt16LE(flags, 1)
  head.writeUInt16LE(7 + fields.length, 3)
  const checked = Buffer.concat([head, fields])
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(crc32(checked) & 0xffff)
  return Buffer.concat([sum, checked])
}
