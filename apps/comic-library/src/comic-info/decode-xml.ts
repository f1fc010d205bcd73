const marks: readonly (readonly [encoding: string, start: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // without a mark: the first character is '<'
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
]
const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i

/**
 * The text of an XML file. Its declaration is believed only where the bytes do not tell otherwise: many say UTF-16 and are UTF-8, many
 * say nothing or UTF-8 and are what somebody's Windows wrote.
 */
export function decodeXml(bytes: Uint8Array): string {
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
  if (mark !== undefined) return decode(bytes, mark[0], false) ?? ''
  const utf8 = decode(bytes, 'utf-8', true)
  if (utf8 !== undefined) return utf8
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = declared.exec(head)?.[1] ?? 'windows-1252'
  const isWide = /^(?:utf|ucs)/i.test(label)
  return decode(bytes, isWide ? 'windows-1252' : label, false) ?? decode(bytes, 'windows-1252', false) ?? ''
}

/** Nothing where it is not of this encoding, or there is no such encoding. */
function decode(bytes: Uint8Array, label: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}
