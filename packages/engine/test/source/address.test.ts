import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../src/source/address.ts'

test.each([
  ['0.0.0.0', 'the unspecified address'],
  ['0.1.2.3', 'a reserved address'],
  ['10.0.0.0', 'a private address'],
  ['10.255.255.255', 'a private address'],
  ['100.64.0.0', "an address inside a carrier's network"],
  ['100.127.255.255', "an address inside a carrier's network"],
  ['127.0.0.1', 'a loopback address'],
  ['127.255.255.255', 'a loopback address'],
  ['169.254.0.1', 'a link-local address'],
  ['169.254.169.253', 'a link-local address'],
  ['169.254.169.254', 'the metadata service of a cloud'],
  ['168.63.129.16', 'the metadata service of a cloud'],
  ['172.16.0.0', 'a private address'],
  ['172.31.255.255', 'a private address'],
  ['192.0.0.1', 'a reserved address'],
  ['192.0.2.1', 'an address for documentation'],
  ['192.88.99.1', 'a reserved address'],
  ['192.168.0.0', 'a private address'],
  ['192.168.255.255', 'a private address'],
  ['198.18.0.0', 'an address for benchmarks'],
  ['198.19.255.255', 'an address for benchmarks'],
  ['198.51.100.7', 'an address for documentation'],
  ['203.0.113.7', 'an address for documentation'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.255', 'a multicast address'],
  ['240.0.0.0', 'a reserved address'],
  ['255.255.255.254', 'a reserved address'],
  ['255.255.255.255', 'the broadcast address'],
  ['::', 'the unspecified address'],
  ['0:0:0:0:0:0:0:0', 'the unspecified address'],
  ['::1', 'a loopback address'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', 'a loopback address'],
  ['::1%lo', 'a loopback address'],
  ['::2', 'a reserved address'],
  ['::127.0.0.1', 'a reserved address'],
  ['64:ff9b:1::1', 'a private address'],
  ['100::1', 'an address whose packets are discarded'],
  ['2001::1', 'a Teredo address'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'a Teredo address'],
  ['2001:2::1', 'an address for benchmarks'],
  ['2001:10::1', 'a reserved address'],
  ['2001:1ff:ffff::', 'a reserved address'],
  ['2001:db8::1', 'an address for documentation'],
  ['2001:DB8:ffff::', 'an address for documentation'],
  ['3fff:fff::1', 'an address for documentation'],
  ['fc00::1', 'a private address'],
  ['fdff:ffff::1', 'a private address'],
  ['fd00:ec2::254', 'the metadata service of a cloud'],
  ['fe80::1', 'a link-local address'],
  ['fe80::1%eth0', 'a link-local address'],
  ['fe80::1%br-lan_2.100:1', 'a link-local address'],
  ['febf::1', 'a link-local address'],
  ['fec0::1', 'a private address'],
  ['feff::1', 'a private address'],
  ['ff02::1', 'a multicast address'],
  ['4000::1', 'a reserved address'],
  ['5f00::1', 'a reserved address'],
  ['1fff:ffff::', 'a reserved address'],
])('%s is refused as %s', (address, reason) => {
  expect(refusalOf(address)).toBe(reason)
})

test.each([
  '1.0.0.0',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::',
  '2001:200::1',
  '2001:db7::1',
  '2001:db9::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2606:4700:4700::1111%eth0',
  '3ffe:ffff::1',
])('%s is public', (address) => {
  expect(refusalOf(address)).toBeUndefined()
})

describe('an address of IPv4 inside one of IPv6', () => {
  test.each([
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::ffff:7f00:1', 'a loopback address'],
    ['0:0:0:0:0:FFFF:7F00:0001', 'a loopback address'],
    ['::ffff:169.254.169.254%eth0', 'the metadata service of a cloud'],
    ['::ffff:0:10.0.0.1', 'a private address'],
    ['64:ff9b::10.0.0.1', 'a private address'],
    ['64:ff9b::a9fe:a9fe', 'the metadata service of a cloud'],
    ['2002:7f00:1::', 'a loopback address'],
    ['2002:c0a8:101::1', 'a private address'],
  ])('%s is refused as %s', (address, reason) => expect(refusalOf(address)).toBe(reason))

  const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
  const forms: readonly ((a: number, b: number, c: number, d: number) => string)[] = [
    (a, b, c, d) => `::ffff:${a}.${b}.${c}.${d}`,
    (a, b, c, d) => `::ffff:${hex(a, b)}:${hex(c, d)}`,
    (a, b, c, d) => `0:0:0:0:0:ffff:${hex(a, b)}:${hex(c, d)}`,
    (a, b, c, d) => `::ffff:0:${a}.${b}.${c}.${d}`,
    (a, b, c, d) => `64:ff9b::${a}.${b}.${c}.${d}`,
    (a, b, c, d) => `64:ff9b::${hex(a, b)}:${hex(c, d)}`,
    (a, b, c, d) => `2002:${hex(a, b)}:${hex(c, d)}::1`,
  ]

  test('means the same in every form', () => {
    const first = fc.oneof(fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 255), byte)
    fc.assert(
      fc.property(first, byte, byte, byte, fc.constantFrom(...forms), (a, b, c, d, form) => {
        expect(refusalOf(form(a, b, c, d))).toBe(refusalOf(`${a}.${b}.${c}.${d}`))
      }),
    )
  })
})

const byte = fc.integer({ min: 0, max: 255 })
const invalid = 'not an IP address'

test.each([
  '',
  ' ',
  'localhost',
  'example.com',
  '1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.01',
  '1.2.3.256',
  '1.2.3.4.5',
  '1.2.3.',
  '1.2.3.4 ',
  '1.2.3.4\n',
  '1.2.3.4%eth0',
  '1.2.3.4:80',
  '[::1]',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::2:3:4:5:6:7:8',
  ':1:2:3:4:5:6:7',
  '12345::',
  'g::',
  '1.2.3.4::',
  '::1.2.3.4:5',
  '::1.2.3',
  '::1%',
  '::1%a%b',
  '::1/128',
])("'%s' is no address", (text) => {
  expect(refusalOf(text)).toBe(invalid)
})

test('what is an address is the same for us as for Node', () => {
  const piece = fc.constantFrom(
    ':',
    '::',
    '.',
    '0',
    '1',
    '00',
    '255',
    '256',
    'ffff',
    '10000',
    'a',
    '1.2.3.4',
    '%x',
    '-',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 18 }).map((pieces) => pieces.join('')),
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.string(),
  )
  fc.assert(
    // which characters a zone may have depends on the release of Node
    fc.property(
      text.filter((each) => !each.includes('%')),
      (each) => {
        expect(refusalOf(each) === invalid).toBe(isIP(each) === 0)
      },
    ),
    { numRuns: 1_000 },
  )
})

/** The ranges once more, as IANA's registries list them, for Node's own block list. */
const blocked = new BlockList()
for (const [first, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['168.63.129.16', 32],
] as const) {
  blocked.addSubnet(first, bits, 'ipv4')
}

test("an address of IPv4 is refused exactly when Node's block list of the special ranges holds it", () => {
  const first = fc.oneof(fc.constantFrom(100, 169, 172, 192, 198, 203), byte)
  const second = fc.oneof(fc.constantFrom(0, 15, 16, 18, 31, 51, 63, 64, 88, 127, 128, 168, 254), byte)
  const third = fc.oneof(fc.constantFrom(0, 2, 99, 100, 113), byte)
  fc.assert(
    fc.property(first, second, third, byte, (a, b, c, d) => {
      const address = `${a}.${b}.${c}.${d}`
      expect(refusalOf(address) !== undefined).toBe(blocked.check(address, 'ipv4'))
    }),
    { numRuns: 1_000 },
  )
})

test('outside 2000::/3 no address of IPv6 is public unless it leads to one of IPv4', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const first = fc.oneof(fc.integer({ min: 0x65, max: 0x1fff }), fc.integer({ min: 0x4000, max: 0xffff }))
  fc.assert(
    fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, rest) => {
      expect(refusalOf([head.toString(16), ...rest].join(':'))).toBeTypeOf('string')
    }),
  )
})

test('the way an address of IPv6 is written changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 1, 0xff9b, 0x64, 0xfe80, 0x2001, 0xdb8), { minLength: 8, maxLength: 8 }),
      (groups) => {
        const full = groups.map((group) => group.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${full}]/`).hostname.slice(1, -1)
        expect(refusalOf(short)).toBe(refusalOf(full))
        expect(refusalOf(full.toUpperCase())).toBe(refusalOf(full))
      },
    ),
  )
})
