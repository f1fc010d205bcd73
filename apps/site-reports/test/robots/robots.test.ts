import { describe, expect, it } from 'vitest'
import { isAllowed } from '../../src/robots/is-allowed.ts'
import { maxRobotsLength, parseRobots } from '../../src/robots/parse-robots.ts'
import { maxLineBytes } from '../../src/robots/split-lines.ts'

const allowed = (text: string, path: string, agent = 'pawl') => isAllowed(parseRobots(text), agent, path)

describe('groups', () => {
  it('are found by the product token, in any case, and all of a name count together', () => {
    const text = 'User-agent: Pawl\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nuser-agent: PAWL\nDisallow: /b'
    expect([allowed(text, '/a'), allowed(text, '/b'), allowed(text, '/c')]).toEqual([false, false, true])
  })

  it.each(['acme2', 'acme bot/1.0', 'Acme.Reports'])('that name us as %s count, as they are written', (agent) => {
    expect(allowed(`User-agent: ${agent}\nDisallow: /`, '/', agent)).toBe(false)
  })

  it('for * count only for those who have none of their own', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: pawl\nDisallow: /x'
    expect([allowed(text, '/a'), allowed(text, '/a', 'other')]).toEqual([true, false])
  })

  it('begin with all the agents that stand together, whatever else stands between them', () => {
    const text = 'User-agent: one\nCrawl-delay: 5\nSitemap: https://a.example/s.xml\nUser-agent: pawl\nDisallow: /'
    expect([allowed(text, '/', 'one'), allowed(text, '/')]).toEqual([false, false])
  })

  it('without a rule allow everything, and rules before the first group count for nothing', () => {
    expect(allowed('Disallow: /\nUser-agent: pawl', '/')).toBe(true)
  })

  it.each(['User-agent: pawl/1.0', 'User-agent: pawl bot', 'user-agent pawl', 'USERAGENT : pawl # us'])(
    'are read from %s',
    (line) => {
      expect(allowed(`${line}\nDisallow: /`, '/')).toBe(false)
    },
  )
})

describe('rules', () => {
  it('that are longer win, and of two as long the one that allows', () => {
    const text = 'User-agent: *\nDisallow: /\nAllow: /open\nDisallow: /open/not\nAllow: /same\nDisallow: /same'
    const paths = ['/', '/open', '/open/not/this', '/same']
    expect(paths.map((path) => allowed(text, path))).toEqual([false, true, false, true])
  })

  it('that are empty count for nothing', () => {
    expect(allowed('User-agent: *\nDisallow:', '/')).toBe(true)
  })

  it.each([
    ['/fish*', '/fishheads', true],
    ['/*.php', '/folder/any.php.file?x=1', true],
    ['/*.php$', '/folder/any.php', true],
    ['/*.php$', '/folder/any.php?x=1', false],
    ['/a*b*c$', '/a-b-c-c', true],
    ['/a*b$', '/ab-', false],
    ['/x$y', '/x$y', true],
    ['/$', '/', true],
    ['/$', '/a', false],
    ['*/private', '/any/private/a', true],
  ])('%s and %s fit: %s', (pattern, path, fits) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!fits)
  })

  it('of many stars do not take for ever', () => {
    const text = `User-agent: *\nDisallow: /${'*a'.repeat(5_000)}b`
    expect(allowed(text, `/${'a'.repeat(50_000)}`)).toBe(true)
  })

  it('are compared in the one way to write a path', () => {
    expect(allowed('User-agent: *\nDisallow: /caf\u00e9', '/caf%C3%A9')).toBe(false)
    expect(allowed('User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9')).toBe(false)
    expect(allowed('User-agent: *\nDisallow: /%62%61%7A', '/baz')).toBe(false)
    expect(allowed('User-agent: *\nDisallow: /a%2Fb', '/a/b')).toBe(true)
    expect(allowed('User-agent: *\nDisallow: /\ud800', '/%EF%BF%BD')).toBe(false)
  })

  it('never forbid robots.txt itself', () => {
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true)
  })
})

describe('a robots.txt', () => {
  it('may begin with a byte order mark and end its lines in any way', () => {
    expect(allowed('\ufeffUser-agent: *\rDisallow: /a\r\nDisallow: /b\nnonsense\n', '/b')).toBe(false)
  })

  it.each([
    ['whole', [0xef, 0xbb, 0xbf]],
    ['cut after two bytes', [0xef, 0xbb]],
    ['cut after one byte', [0xef]],
  ])('may begin with a byte order mark that is %s, also where its bytes were read as Latin-1', (_, bytes) => {
    const rest = 'User-agent: *\nDisallow: /'
    const utf8 = new TextDecoder('utf-8').decode(new Uint8Array([...bytes, ...Buffer.from(rest)]))
    const latin1 = `${Buffer.from(bytes).toString('latin1')}${rest}`
    expect([allowed(utf8, '/a'), allowed(latin1, '/a')]).toEqual([false, false])
  })

  it('has no byte order mark further on: a line that begins with one is not understood', () => {
    expect(allowed('User-agent: *\n\ufeffDisallow: /', '/a')).toBe(true)
    expect(allowed('\ufffd\u0011\ufffdUser-agent: *\nDisallow: /', '/a')).toBe(true)
  })

  it('is read for 16,663 bytes of a line: the beginning of a longer rule counts', () => {
    const group = 'User-agent: *\n'
    const long = '/x/'.padEnd(maxLineBytes - 'Disallow: '.length, 'a')
    expect(allowed(`${group}Disallow: ${long}/qux`, `${long}/fux`)).toBe(false)
    expect(allowed(`${group}Disallow: ${long}/qux`, '/fux')).toBe(true)
    const open = '/x/'.padEnd(maxLineBytes - 'Allow: '.length, 'a')
    expect(allowed(`${group}Disallow: /\nAllow: ${open}aaaaaaaaaa`, `${open}b`)).toBe(true)
    const wide = '/ツ'.padEnd(maxLineBytes, 'ツ')
    expect(allowed(`${group}Disallow: ${wide}`, `/${'%E3%83%84'.repeat(maxLineBytes)}`)).toBe(false)
  })

  it('has its comments cut with their line', () => {
    expect(allowed(`User-agent: *\nDisallow: /a # ${'x'.repeat(20_000)} /b`, '/a')).toBe(false)
  })

  it('is read for 500 KiB', () => {
    const filler = '# x\n'.repeat(maxRobotsLength / 4)
    expect(allowed(`User-agent: *\n${filler}Disallow: /`, '/')).toBe(true)
    expect(allowed(`${filler.slice(100)}User-agent: *\nDisallow: /`, '/')).toBe(false)
  })

  it('names sitemaps, wherever they stand', () => {
    expect(
      parseRobots('Sitemap: https://a.example/1.xml\nUser-agent: *\nsitemap:https://a.example/2.xml').sitemaps,
    ).toEqual(['https://a.example/1.xml', 'https://a.example/2.xml'])
  })

  it('of any text is read without an error', () => {
    for (const text of ['', ':', ':::', 'a:b', '\0', 'user-agent:', '<!doctype html><title>x</title>']) {
      expect(allowed(text, '/')).toBe(true)
    }
  })
})
