import { gzipSync } from 'node:zlib'
import { htmlPage } from '../html-page.ts'
import { html, type MadeUpSite, redirect, site } from '../made-up-site.ts'

const words = 'The tide goes out and comes in again, and the town has learned to wait for it. '.repeat(8)
const plain = (title: string, body = words) => htmlPage({ title, body: `<h1>${title}</h1><p>${body}</p>` })

/** ツ in Shift_JIS, with what stands around it. */
const shiftJis = Buffer.from([
  ...Buffer.from('<!doctype html><html lang="ja"><head><title>'),
  ...[0x8b, 0x69, 0x92, 0x83, 0x93, 0x58],
  ...Buffer.from('</title></head><body><h1>'),
  ...[0x8b, 0x69, 0x92, 0x83, 0x93, 0x58],
  ...Buffer.from('</h1></body></html>'),
])

/** Sites that are in order and ask for care. */
export const oddSites: readonly MadeUpSite[] = [
  site('kissaten.example', {
    about: 'Japanese, in Shift_JIS, which only its headers name',
    pages: { '/': () => html(shiftJis, { headers: { 'content-type': 'text/html; charset=Shift_JIS' } }) },
  }),
  site('gzip.example', {
    about: 'compressed',
    pages: { '/': () => html(gzipSync(plain('Compressed')), { headers: { 'content-encoding': 'gzip' } }) },
  }),
  site('refresh.example', {
    about: 'sends people on by a meta element',
    pages: {
      '/': '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=\'/new\'">',
      '/new': plain('The new address'),
    },
  }),
  site('moved.example', {
    about: 'redirects to another site, over three stations',
    pages: {
      '/': () => redirect('/a', 301),
      '/a': () => redirect('https://www.moved.example/b', 307),
    },
  }),
  site('www.moved.example', {
    about: 'where moved.example leads',
    pages: { '/b': () => redirect('https://lantern-bakery.example/?utm_source=moved', 308) },
  }),
  site('loop.example', {
    about: 'redirects in circles',
    pages: { '/': () => redirect('/a'), '/a': () => redirect('/') },
  }),
  site('soft-404.example', {
    about: 'says that pages are not found with a status that says they are',
    pages: {
      '/': htmlPage({
        title: 'A site with a hole',
        menu: { '/about': 'About' },
        body: `<h1>Hello</h1><p>${words}</p>`,
      }),
      '/about': '<!doctype html><title>Page not found</title><h1>404</h1><p>Sorry, this page does not exist.</p>',
    },
  }),
  site('pdf.example', {
    about: 'is no HTML',
    pages: { '/': () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }) },
  }),
  site('untyped.example', {
    about: 'does not say what it sends',
    pages: {
      '/': () => {
        const answer = html(plain('Untyped'))
        // without one the server would add its own
        answer.headers.set('content-type', '')
        return answer
      },
    },
  }),
  site('nofollow.example', {
    about: 'asks that its links are not followed',
    pages: {
      '/': htmlPage({
        title: 'Look, but do not follow',
        head: '<meta name="robots" content="NoFollow">',
        menu: { '/about': 'About' },
        body: `<p>${words}</p>`,
      }),
      '/about': plain('About'),
    },
  }),
]
