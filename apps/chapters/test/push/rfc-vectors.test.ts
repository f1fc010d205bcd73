import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { aes128gcm } from '../../src/push/aes128gcm.ts'
import { encryptPush, mostPushBytes } from '../../src/push/encrypt-push.ts'
import { pushRandom } from '../../src/push/push-random.ts'
import { readReceiver } from '../../src/push/read-receiver.ts'
import { signedToken, vapidHeader } from '../../src/push/vapid.ts'
import { vapidKeys } from '../../src/push/vapid-keys.ts'
import { decryptPush } from '../support/decrypt-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a record is encrypted as in the first example of RFC 8188', () => {
  const record = aes128gcm(Buffer.from('I am the walrus'), {
    key: bytes('yqdlZ-tYemfogSmv7Ws5PQ'),
    keyId: new Uint8Array(),
    salt: bytes('I1BsxtFttlv3u_Oo94xnmw'),
  })
  expect(record.toString('base64url')).toBe('I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg')
})

/** Of RFC 8291, section 5. */
const receiver = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
}
const receiverKey = bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')

test('a push message is encrypted as in the example of RFC 8291', () => {
  const message = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), receiver, {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  })
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the receiver reads what was sent to it, up to the largest message, and nobody sends a larger one', () => {
  for (const length of [0, 1, mostPushBytes]) {
    const message = encryptPush(Buffer.alloc(length, 'x'), receiver, pushRandom())
    expect(message.length).toBeLessThanOrEqual(4_096)
    expect(decryptPush(message, receiverKey, receiver.auth).toString()).toBe('x'.repeat(length))
  }
  expect(() => encryptPush(Buffer.alloc(mostPushBytes + 1), receiver, pushRandom())).toThrow(RangeError)
})

/** Of RFC 8292, section 2.4. */
const published = {
  token:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  publicKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
}

function isSigned(token: string, publicKey: string): boolean {
  const [head, claims, signature] = token.split('.')
  const point = bytes(publicKey)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes(signature!))
}

test('a token says the same as the one of RFC 8292, and is signed so that its check accepts it', () => {
  expect(isSigned(published.token, published.publicKey)).toBe(true)
  const keys = vapidKeys()
  const claims = { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' }
  const token = signedToken(claims, keys)
  expect(token.split('.').slice(0, 2)).toEqual(published.token.split('.').slice(0, 2))
  expect(isSigned(token, keys.publicKey)).toBe(true)
  expect(isSigned(token, published.publicKey)).toBe(false)
})

test('the header names the service, ends within a day, and carries the key', () => {
  const keys = vapidKeys()
  const now = Date.parse('2030-01-01T00:00:00Z')
  const vapid = { ...keys, subject: 'mailto:ada@example.org' }
  const header = vapidHeader(vapid, 'https://push.example.org:8443/send/1?x', now)
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(header)!
  expect(key).toBe(keys.publicKey)
  expect(isSigned(token!, keys.publicKey)).toBe(true)
  const claims = JSON.parse(bytes(token!.split('.')[1]!).toString())
  expect(claims).toMatchObject({ aud: 'https://push.example.org:8443', sub: 'mailto:ada@example.org' })
  expect(claims.exp - now / 1000).toBe(12 * 3600)
})

test('keys of a browser are read, and what is none is refused with the reason', () => {
  const keys = { p256dh: receiver.p256dh.toString('base64url'), auth: receiver.auth.toString('base64url') }
  expect(readReceiver(keys)).toEqual(receiver)
  expect(readReceiver({ p256dh: receiver.p256dh.toString('base64'), auth: receiver.auth.toString('base64') })).toEqual(
    receiver,
  )
  expect(readReceiver({ ...keys, auth: 'short' })).toMatch(/auth must be 16 bytes/)
  expect(readReceiver({ ...keys, p256dh: 'äöü' })).toMatch(/p256dh/)
  const compressed = createECDH('prime256v1')
  compressed.generateKeys()
  expect(readReceiver({ ...keys, p256dh: compressed.getPublicKey('base64url', 'compressed') })).toMatch(/uncompressed/)
  const off = Buffer.from(receiver.p256dh)
  off[64]! ^= 1
  expect(readReceiver({ ...keys, p256dh: off.toString('base64url') })).toMatch(/on the curve/)
})
