import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './archive-entry.ts'

const marker = Buffer.from('526172211a070100', 'hex')
const mainType = 1
const fileType = 2
const encryptionType = 4
const endType = 5
const hasData = 2
const hasChecksum = 4
const unix = 1

/** A RAR of format 5, its entries stored. */
export function writeRar5(entries: readonly ArchiveEntry[]): Buffer {
  const files = entries.flatMap((entry) => [fileBlock(entry), entry.bytes])
  return Buffer.concat([marker, block([vint(mainType), vint(0), vint(0)]), ...files, end()])
}

/**
 * One of which not even the names can be read without a password. To try a password takes 2 to the power of 24 steps, the most that
 * there are: a reader that tries one is busy for a long time.
 */
export function writeEncryptedRar5(noise: Buffer): Buffer {
  const version = vint(0)
  const hasPasswordCheck = vint(1)
  const rounds = Buffer.from([24])
  const head = block([vint(encryptionType), vint(0), version, hasPasswordCheck, rounds, noise.subarray(0, 28)])
  return Buffer.concat([marker, head, noise.subarray(28)])
}

function fileBlock({ name, bytes }: ArchiveEntry): Buffer {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(bytes))
  const path = Buffer.from(name)
  const header = [vint(fileType), vint(hasData), vint(bytes.length), vint(hasChecksum), vint(bytes.length)]
  const stored = vint(0)
  return block([...header, vint(0o100644), checksum, stored, vint(unix), vint(path.length), path])
}

function end(): Buffer {
  return block([vint(endType), vint(0), vint(0)])
}

/** Checksum, length, and what is in it. */
function block(fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields)
  const checked = Buffer.concat([vint(body.length), body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(checked))
  return Buffer.concat([sum, checked])
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function vint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}
