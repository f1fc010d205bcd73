/** The bytes of an IP address, 4 or 16; undefined for any other text. A zone (`fe80::1%eth0`) is no part of the address. */
export function parseAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? parseV6(text.replace(/%[\w.:-]+$/, '')) : parseV4(text)
}

/** Four decimal numbers and nothing else: `010.1` and `0x7f.1` mean one address to one program and another to the next. */
function parseV4(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return undefined
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : undefined
}

function parseV6(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = [bytesOf(halves[0]!, halves.length === 1), bytesOf(halves[1] ?? '', true)]
  if (head === undefined || tail === undefined) return undefined
  const missing = 16 - head.length - tail.length
  // `::` stands for one group of zeros or more
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return [...head, ...Array<number>(missing).fill(0), ...tail]
}

/** Groups with colons between them; the last ones of an address can be written like an IPv4 address. */
function bytesOf(text: string, atEnd: boolean): readonly number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const bytes: number[] = []
  for (const [index, group] of groups.entries()) {
    const isLast = atEnd && index === groups.length - 1
    const some = isLast && group.includes('.') ? parseV4(group) : parseGroup(group)
    if (some === undefined) return undefined
    bytes.push(...some)
  }
  return bytes
}

function parseGroup(group: string): readonly number[] | undefined {
  if (!/^[\da-f]{1,4}$/i.test(group)) return undefined
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
