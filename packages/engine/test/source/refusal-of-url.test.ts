import { expect, test } from 'vitest'
import { refusalOfUrl } from '../../src/index.ts'

test.each([
  ['nonsense', /not a whole URL/],
  ['/hook', /not a whole URL/],
  ['http://example.org/', /begins with http: and not with https:/],
  ['file:///etc/passwd', /begins with file:/],
  ['https://ada:secret@example.org/', /contains a user or a password/],
  ['https://localhost/', /localhost is a loopback address/],
  ['https://LOCALHOST./', /localhost\. is a loopback address/],
  ['https://db.localhost/', /db\.localhost is a loopback address/],
  ['https://127.0.0.1/', /127\.0\.0\.1 is a loopback address/],
  ['https://0x7f.1/', /127\.0\.0\.1 is a loopback address/],
  ['https://2130706433/', /127\.0\.0\.1 is a loopback address/],
  ['https://10.1.2.3:8443/', /10\.1\.2\.3 is a private address/],
  ['https://[::1]/', /::1 is a loopback address/],
  ['https://[::ffff:10.0.0.1]/', /is a private address/],
  ['https://169.254.169.254/latest', /metadata/],
])('%s is refused with a reason', (url, reason) => {
  expect(refusalOfUrl(url)).toMatch(reason)
})

test.each(['https://example.org/a?b=c', 'https://9.9.9.9/', 'https://[2606:4700::1111]/', 'https://localhost.org/'])(
  '%s may be called',
  (url) => {
    expect(refusalOfUrl(url)).toBeUndefined()
  },
)

test('the reason does not repeat what is secret in an address', () => {
  expect(refusalOfUrl('https://ada:secret@10.0.0.1/token')).not.toMatch(/secret|token|ada/)
})

test('a list of origins allows their private addresses alone', () => {
  const rules = { allowPrivate: ['http://127.0.0.1:8790', 'https://10.0.0.1'] }
  expect(refusalOfUrl('http://127.0.0.1:8790/hook', rules)).toBeUndefined()
  expect(refusalOfUrl('https://10.0.0.1:443/hook', rules)).toBeUndefined()
  expect(refusalOfUrl('https://127.0.0.1:8790/hook', rules)).toMatch(/127\.0\.0\.1 is a loopback address/)
  expect(refusalOfUrl('http://127.0.0.1:8791/hook', rules)).toMatch(/begins with http:/)
  expect(refusalOfUrl('https://10.0.0.1:8443/', rules)).toMatch(/is a private address/)
  expect(refusalOfUrl('https://example.org/', rules)).toBeUndefined()
})

test('where private addresses are allowed, so is plain http, and nothing else', () => {
  expect(refusalOfUrl('http://127.0.0.1:8790/hook', { allowPrivate: true })).toBeUndefined()
  expect(refusalOfUrl('ftp://127.0.0.1/', { allowPrivate: true })).toMatch(/begins with ftp:/)
  expect(refusalOfUrl('http://a:b@127.0.0.1/', { allowPrivate: true })).toMatch(/user/)
})
