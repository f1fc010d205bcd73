import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'

const signature = Buffer.from('377abcaf271c0004', 'hex')
const id = {
  end: 0x00,
  header: 0x01,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  unpackSize: 0x0c,
  streams: 0x0d,
  names: 0x11,
} as const

/** One coder without properties, of this id: it copies. */
const copies = [0x01, 0x01, 0x00]
/** LZMA2 with the largest window that there is: 4 GB. */
const hungry = [0x01, 0x21, 0x21, 0x01, 0x28]
const mostOfChunk = 65_536

/** A 7z whose entries are stored one after another. */
export function write7z(entries: readonly ArchiveEntry[]): Buffer {
  return container(entries, Buffer.concat(entries.map(({ bytes }) => bytes)), copies)
}

/** The same, but whoever unpacks it needs 4 GB of memory. */
export function writeHungry7z(entries: readonly ArchiveEntry[]): Buffer {
  const data = Buffer.concat(entries.map(({ bytes }) => bytes))
  const chunks: Buffer[] = []
  for (let at = 0; at < data.length; at += mostOfChunk) {
    const chunk = data.subarray(at, at + mostOfChunk)
    // 1 or 2: not compressed, the window emptied before or not
    const head = Buffer.from([at === 0 ? 1 : 2, 0, 0])
    head.writeUInt16BE(chunk.length - 1, 1)
    chunks.push(head, chunk)
  }
  return container(entries, Buffer.concat([...chunks, Buffer.from([0])]), hungry)
}

function container(entries: readonly ArchiveEntry[], data: Buffer, coder: readonly number[]): Buffer {
  const header = entries.length === 0 ? Buffer.alloc(0) : headerOf(entries, data.length, coder)
  const start = Buffer.alloc(20)
  start.writeBigUInt64LE(BigInt(data.length), 0)
  start.writeBigUInt64LE(BigInt(header.length), 8)
  start.writeUInt32LE(crc32(header), 16)
  return Buffer.concat([signature, uint32(crc32(start)), start, data, header])
}

function headerOf(entries: readonly ArchiveEntry[], packed: number, coder: readonly number[]): Buffer {
  const size = entries.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const packInfo = [id.packInfo, number(0), number(1), id.size, number(packed), id.end]
  const folder = [id.unpackInfo, id.folder, number(1), 0x00, ...coder, id.unpackSize, number(size), id.end]
  // the size of the last one follows from the others
  const sizes = entries.slice(0, -1).map(({ bytes }) => number(bytes.length))
  const sums = entries.map(({ bytes }) => uint32(crc32(bytes)))
  const inFolder = [id.subStreams, id.streams, number(entries.length), ...(sizes.length > 0 ? [id.size, ...sizes] : [])]
  const streams = [id.mainStreams, ...packInfo, ...folder, ...inFolder, id.crc, 0x01, ...sums, id.end, id.end]
  const names = Buffer.concat(entries.map(({ name }) => Buffer.from(`${name}\0`, 'utf16le')))
  const files = [id.files, number(entries.length), id.names, number(names.length + 1), 0x00, names, id.end]
  return bytesOf([id.header, ...streams, ...files, id.end])
}

function bytesOf(parts: readonly (number | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
}

/** As 7z writes numbers: the leading ones of the first byte say how many more follow. Four bytes are enough here. */
function number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value])
  if (value < 0x4000) return Buffer.from([0x80 | (value >> 8), value & 0xff])
  return Buffer.concat([Buffer.from([0xf0]), uint32(value)])
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value >>> 0)
  return buffer
}
