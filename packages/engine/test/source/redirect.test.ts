import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRequest, type OutgoingRequest } from '../../src/source/redirect.ts'

const get: OutgoingRequest = { method: 'GET', url: 'https://a.test/dir/page?x=1', headers: {}, hasBody: false }
const post: OutgoingRequest = {
  ...get,
  method: 'POST',
  headers: { 'Content-Type': 'text/plain', 'content-length': '5', accept: '*/*' },
  hasBody: true,
}
const follow = (...input: Parameters<typeof nextRequest>) => {
  const decision = nextRequest(...input)
  if (decision.kind !== 'follow') throw new Error(decision.reason)
  return decision.request
}
const refusal = (...input: Parameters<typeof nextRequest>) => {
  const decision = nextRequest(...input)
  return decision.kind === 'refused' ? decision.reason : `followed to ${decision.request.url}`
}

describe('the method', () => {
  test.each([
    [301, 'GET', 'GET', false],
    [301, 'HEAD', 'HEAD', false],
    [301, 'POST', 'GET', false],
    [301, 'PUT', 'PUT', true],
    [302, 'POST', 'GET', false],
    [302, 'DELETE', 'DELETE', true],
    [303, 'POST', 'GET', false],
    [303, 'PUT', 'GET', false],
    [303, 'DELETE', 'GET', false],
    [303, 'HEAD', 'HEAD', false],
    [307, 'POST', 'POST', true],
    [307, 'PUT', 'PUT', true],
    [308, 'POST', 'POST', true],
    [308, 'HEAD', 'HEAD', false],
  ])('after %i a %s becomes a %s', (status, method, next, hasBody) => {
    const request = { ...post, method, hasBody: method !== 'GET' && method !== 'HEAD' }
    expect(follow(request, status, '/next')).toMatchObject({ method: next, hasBody })
  })

  test('is the same in small letters', () => {
    expect(follow({ ...post, method: 'post' }, 302, '/next')).toMatchObject({ method: 'GET', hasBody: false })
    expect(follow({ ...get, method: 'head' }, 303, '/next').method).toBe('HEAD')
  })

  test('that loses its body loses the headers of the body', () => {
    expect(follow(post, 303, '/next').headers).toEqual({ accept: '*/*' })
    expect(follow({ ...post, hasBody: false }, 302, '/next').headers).toEqual({ accept: '*/*' })
    expect(follow(post, 307, '/next').headers).toEqual(post.headers)
  })
})

describe('the location', () => {
  test.each([
    ['https://b.test/x', 'https://b.test/x'],
    ['//b.test/x', 'https://b.test/x'],
    ['/x', 'https://a.test/x'],
    ['x', 'https://a.test/dir/x'],
    ['../x', 'https://a.test/x'],
    ['?y=2', 'https://a.test/dir/page?y=2'],
    ['HTTPS://A.TEST:443/x', 'https://a.test/x'],
    ['/a b', 'https://a.test/a%20b'],
  ])("'%s' leads to %s", (location, url) => {
    expect(follow(get, 302, location).url).toBe(url)
  })

  test.each([undefined, null, '', ' '])('that is missing (%j) is refused', (location) => {
    expect(refusal(get, 302, location)).toBe('status 302 came without a location')
  })

  test.each(['http://', 'https://a.test:99999/', 'https://[::1'])("'%s' is no URL", (location) => {
    expect(refusal(get, 302, location)).toBe('the location is no URL')
  })

  test.each(['ftp://a.test/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'gopher://a.test/'])(
    '%s is neither http nor https',
    (location) => expect(refusal(get, 302, location)).toMatch(/is neither http nor https$/),
  )

  test('must not lead from https to http, the other way it may', () => {
    expect(refusal(get, 302, 'http://a.test/')).toBe('it leads from https to http')
    expect(follow({ ...get, url: 'http://a.test/' }, 302, 'https://a.test/').url).toBe('https://a.test/')
    expect(follow({ ...get, url: 'http://a.test/' }, 302, 'http://b.test/').url).toBe('http://b.test/')
  })

  test.each(['https://user:secret@a.test/', 'https://user@a.test/', 'https://:secret@a.test/'])(
    'with a user or a password is refused, and the reason does not repeat it',
    (location) => expect(refusal(get, 302, location)).toBe('the location holds a user or a password'),
  )

  test('takes on the fragment of the request unless it has its own', () => {
    const request = { ...get, url: 'https://a.test/page#part' }
    expect(follow(request, 302, '/next').url).toBe('https://a.test/next#part')
    expect(follow(request, 302, '/next#other').url).toBe('https://a.test/next#other')
    expect(follow(request, 302, '/next#').url).toBe('https://a.test/next#')
    expect(follow(get, 302, '/next').url).toBe('https://a.test/next')
  })
})

describe('secrets', () => {
  const headers = {
    Authorization: 'Bearer x',
    cookie: 'a=b',
    'Proxy-Authorization': 'x',
    'X-Api-Key': 'x',
    Host: 'a.test',
    accept: '*/*',
  }
  const request = { ...get, headers }

  test.each([
    ['another host', 'https://b.test/'],
    ['a host above', 'https://test/'],
    ['a host below', 'https://www.a.test/'],
    ['another port', 'https://a.test:8443/'],
    ['a name with a dot at its end', 'https://a.test./'],
  ])('are not sent to %s', (_, location) => {
    const options = { secretHeaders: ['x-API-key'] }
    expect(follow(request, 307, location, options).headers).toEqual({ accept: '*/*' })
  })

  test('are not sent to another scheme', () => {
    const next = follow({ ...request, url: 'http://a.test/' }, 302, 'https://a.test/')
    expect(next.headers).toEqual({ accept: '*/*', 'X-Api-Key': 'x' })
  })

  test('stay within the origin, also when its port is written out', () => {
    expect(follow(request, 302, '/next', { secretHeaders: ['x-api-key'] }).headers).toEqual(headers)
    expect(follow(request, 302, 'https://a.test:443/next').headers).toEqual(headers)
  })

  test('that nobody named are not known as such', () => {
    expect(follow(request, 302, 'https://b.test/').headers).toEqual({ accept: '*/*', 'X-Api-Key': 'x' })
  })
})

test('what was asked about the kept answer of the first URL is not asked of the next', () => {
  const headers = { 'If-None-Match': '"a"', 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT', range: 'bytes=0-' }
  expect(follow({ ...get, headers }, 302, '/next').headers).toEqual({ range: 'bytes=0-' })
})

test('the condition of a write stays with it', () => {
  const headers = { 'if-none-match': '*' }
  expect(follow({ ...get, method: 'PUT', headers, hasBody: true }, 308, '/next').headers).toEqual(headers)
})

test.each([200, 300, 304, 305, 306, 400])('status %i is no redirect', (status) => {
  expect(refusal(get, status, '/next')).toBe(`status ${status} is no redirect`)
})

test('whatever the location, nothing but http and https is followed, and no secret leaves the origin', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    'ftp:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    ' ',
    '\t',
    'a.test',
    'b.test',
    '443',
  )
  const location = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string(),
  )
  const request = { ...get, headers: { authorization: 'x' } }
  fc.assert(
    fc.property(location, (each) => {
      const decision = nextRequest(request, 302, each)
      if (decision.kind === 'refused') return
      const { origin, protocol, username, password } = new URL(decision.request.url)
      expect([protocol, username, password]).toEqual(['https:', '', ''])
      expect('authorization' in decision.request.headers).toBe(origin === 'https://a.test')
    }),
    { numRuns: 1_000 },
  )
})
