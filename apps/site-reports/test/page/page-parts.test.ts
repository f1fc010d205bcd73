import { describe, expect, it } from 'vitest'
import { cleanUrl } from '../../src/page/clean-url.ts'
import { decodePage } from '../../src/page/decode-page.ts'
import { extractPage } from '../../src/page/extract-page.ts'
import { importantLinks } from '../../src/page/important-links.ts'
import { isSoft404 } from '../../src/page/is-soft-404.ts'

describe('the charset of a page', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')

  it.each([
    ['its byte order mark', Buffer.from('\ufeffé'), 'text/html; charset=latin1', 'é'],
    ['its byte order mark, of UTF-16', Buffer.from('\ufeffé', 'utf16le'), null, 'é'],
    ['its headers', latin1('<meta charset=utf-8>é'), 'text/html; charset="ISO-8859-1"', '<meta charset=utf-8>é'],
    ['its meta element', latin1('<meta charset=windows-1252>é'), 'text/html', '<meta charset=windows-1252>é'],
    [
      'its other meta element',
      latin1('<meta content="text/html;charset=latin1">é'),
      null,
      '<meta content="text/html;charset=latin1">é',
    ],
    ['what it is, when nothing says so', Buffer.from('é'), null, 'é'],
    ['what it was before, when it is not UTF-8', latin1('é'), null, 'é'],
    ['what it is, when its headers name one that nobody knows', Buffer.from('é'), 'text/html; charset=klingon', 'é'],
  ])('is read from %s', (_, bytes, contentType, text) => {
    expect(decodePage(bytes, contentType)).toBe(text)
  })
})

describe('an address', () => {
  it.each([
    ['https://a.example/?utm_source=x', 'https://a.example/'],
    ['https://a.example/?UTM_Medium=x&b=%20c+d', 'https://a.example/?b=+c+d'],
    ['https://a.example/?b=%20c+d#e', 'https://a.example/?b=%20c+d'],
    ['HTTPS://A.example:443/a/../b?', 'https://a.example/b'],
    ['ftp://a.example/', undefined],
    ['data:text/html,x', undefined],
  ])('%s is cleaned to %s', (given, cleaned) => {
    expect(cleanUrl(given)).toBe(cleaned)
  })

  it('that is too long is none', () => {
    expect(cleanUrl(`https://a.example/${'x'.repeat(2_000)}`)).toBeUndefined()
  })
})

describe('the pages worth a look', () => {
  const links = (...paths: string[]) => paths.map((path) => ({ url: `https://a.example${path}`, text: '' }))

  it('are those that say most, once, and neither this one nor files nor what bores', () => {
    const found = importantLinks(
      links(
        '/',
        '/privacy',
        '/blog/2020/a',
        '/contact',
        '/a.pdf',
        '/pricing',
        '/about-us',
        '/about-us/',
        '/login',
        '/?page=2',
      ),
      'https://www.a.example/',
      5,
    )
    expect(found.map((url) => new URL(url).pathname)).toEqual([
      '/about-us',
      '/pricing',
      '/contact',
      '/blog/2020/a',
      '/',
    ])
  })

  it('are named in other languages too, and by the words of the link', () => {
    const list = [...links('/x', '/y'), { url: 'https://a.example/z', text: 'Über uns' }]
    expect(importantLinks(list, 'https://a.example/', 1)).toEqual(['https://a.example/z'])
  })

  it('are none where none are wanted', () => {
    expect(importantLinks(links('/about'), 'https://a.example/', 0)).toEqual([])
  })
})

describe('a page that says it was not found', () => {
  const is = (html: string) => isSoft404(extractPage(html, 'https://a.example/'))

  it('is known by its title, its heading or its few words', () => {
    expect(is('<title>404 - Shop</title><h1>Oops</h1>')).toBe(true)
    expect(is('<title>Shop</title><h1>Seite nicht gefunden</h1>')).toBe(true)
    expect(is('<p>Sorry, this page does not exist.</p>')).toBe(true)
  })

  it('is not one that is about something', () => {
    expect(is('<title>Shop</title><h1>Peugeot 405</h1>')).toBe(false)
    expect(is(`<title>What "404 not found" means</title><p>${'word '.repeat(200)}</p>`)).toBe(false)
  })
})
