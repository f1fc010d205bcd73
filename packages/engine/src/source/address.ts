import { parseAddress } from './parse-address.ts'

type Range = { readonly prefix: readonly number[]; readonly bits: number; readonly reason: string }

const metadata = 'the metadata service of a cloud'

/** The first range that fits gives the reason, so the narrow ones stand before the wide ones. */
const refusedV4 = ranges([
  ['169.254.169.254/32', metadata],
  ['169.254.170.2/32', metadata],
  ['100.100.100.200/32', metadata],
  ['192.0.0.192/32', metadata],
  // looks public, and is answered by the host of every machine in Azure
  ['168.63.129.16/32', metadata],
  ['0.0.0.0/32', 'the unspecified address'],
  ['0.0.0.0/8', 'a reserved address'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', "an address inside a carrier's network"],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'a reserved address'],
  ['192.0.2.0/24', 'an address for documentation'],
  ['192.88.99.0/24', 'a reserved address'],
  ['192.168.0.0/16', 'a private address'],
  ['198.18.0.0/15', 'an address for benchmarks'],
  ['198.51.100.0/24', 'an address for documentation'],
  ['203.0.113.0/24', 'an address for documentation'],
  ['224.0.0.0/4', 'a multicast address'],
  ['255.255.255.255/32', 'the broadcast address'],
  ['240.0.0.0/4', 'a reserved address'],
])

const refusedV6 = ranges([
  ['fd00:ec2::254/128', metadata],
  ['fd20:ce::254/128', metadata],
  ['::/128', 'the unspecified address'],
  ['::1/128', 'a loopback address'],
  ['64:ff9b:1::/48', 'a private address'],
  ['100::/64', 'an address whose packets are discarded'],
  ['2001::/32', 'a Teredo address'],
  ['2001:2::/48', 'an address for benchmarks'],
  ['2001::/23', 'a reserved address'],
  ['2001:db8::/32', 'an address for documentation'],
  ['3fff::/20', 'an address for documentation'],
  ['fc00::/7', 'a private address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a private address'],
  ['ff00::/8', 'a multicast address'],
])

/** Addresses of IPv6 that lead to an address of IPv4, and the byte at which they hold it. */
const embedding = [
  { range: range('::ffff:0:0/96', 'mapped'), at: 12 },
  { range: range('::ffff:0:0:0/96', 'translated'), at: 12 },
  { range: range('64:ff9b::/96', 'NAT64'), at: 12 },
  { range: range('2002::/16', '6to4'), at: 2 },
]

/** All that has been given out for the public internet is in here. */
const publicV6 = range('2000::/3', 'public')

/**
 * Why an IP address must not be called on behalf of somebody outside; undefined for a public one. Made for the address that
 * a connection is about to go to, as text: a name must be resolved first, and the brackets of a URL taken off.
 */
export function refusalOf(address: string): string | undefined {
  const bytes = parseAddress(address)
  if (bytes === undefined) return 'not an IP address'
  return bytes.length === 4 ? refusalOfV4(bytes) : refusalOfV6(bytes)
}

function refusalOfV4(bytes: readonly number[]): string | undefined {
  return refusedV4.find((each) => holds(each, bytes))?.reason
}

function refusalOfV6(bytes: readonly number[]): string | undefined {
  const embedded = embedding.find(({ range }) => holds(range, bytes))
  if (embedded !== undefined) return refusalOfV4(bytes.slice(embedded.at, embedded.at + 4))
  const refused = refusedV6.find((each) => holds(each, bytes))
  if (refused !== undefined) return refused.reason
  return holds(publicV6, bytes) ? undefined : 'a reserved address'
}

function holds({ prefix, bits }: Range, bytes: readonly number[]): boolean {
  return prefix.every((byte, index) => {
    const counted = Math.min(8, Math.max(0, bits - index * 8))
    return (byte ^ bytes[index]!) >> (8 - counted) === 0
  })
}

function ranges(rows: readonly (readonly [text: string, reason: string])[]): readonly Range[] {
  return rows.map(([text, reason]) => range(text, reason))
}

function range(text: string, reason: string): Range {
  const [first, bits] = text.split('/') as [string, string]
  return { prefix: parseAddress(first)!, bits: Number(bits), reason }
}
