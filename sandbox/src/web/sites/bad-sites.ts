import { gzipSync } from 'node:zlib'
import { htmlPage } from '../html-page.ts'
import { html, type MadeUpSite, redirect, site } from '../made-up-site.ts'

const words = 'Everything here is slower, larger or more broken than it should be. '.repeat(10)
const chunk = Buffer.from(words.repeat(100))

/** So many bytes, or bytes for ever, one chunk whenever somebody takes it. */
function stream(chunks: number, bytes: Uint8Array): ReadableStream<Uint8Array> {
  let left = chunks
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(bytes)
      else controller.close()
    },
  })
}

let bomb: Buffer | undefined

/** Sites that are slow, broken or too large, without meaning harm or with it. */
export const badSites: readonly MadeUpSite[] = [
  site('slow.example', {
    about: 'takes two seconds and a half to answer',
    pages: {
      '/': async ({ pause }) => {
        await pause(2_500)
        return html(htmlPage({ title: 'We are on our way', body: `<h1>Slow</h1><p>${words}</p>` }))
      },
    },
  }),
  site('drip.example', {
    about: 'sends one byte after the other, and never ends',
    pages: {
      '/': ({ pause }) =>
        html(
          new ReadableStream({
            async pull(controller) {
              await pause(50)
              controller.enqueue(Buffer.from('.'))
            },
          }),
        ),
    },
  }),
  site('broken.example', {
    about: 'answers 500',
    pages: { '/': () => html('<h1>Internal error</h1>', { status: 500 }) },
  }),
  site('cut.example', { about: 'breaks the connection off', pages: { '/': () => 'cut' } }),
  site('forbidden.example', {
    about: 'answers 403',
    pages: { '/': () => html('<h1>Forbidden</h1>', { status: 403 }) },
  }),
  site('half.example', {
    about: 'its page works, those it links to break',
    pages: {
      '/': htmlPage({
        title: 'Half of a site',
        menu: { '/about': 'About', '/pricing': 'Pricing', '/contact': 'Contact' },
        body: `<h1>Half</h1><p>${words}</p>`,
      }),
      '/about': () => 'cut',
      '/pricing': () => html('no', { status: 500 }),
      '/contact': htmlPage({ title: 'Contact', body: '<h1>Contact</h1><p>Here we are.</p>' }),
    },
  }),
  site('busy.example', {
    about: 'its page works, one that it links to asks for patience, for an hour',
    pages: {
      '/': htmlPage({
        title: 'A busy site',
        menu: { '/about': 'About', '/contact': 'Contact' },
        body: `<h1>Busy</h1><p>${words}</p>`,
      }),
      '/about': () => html('later', { status: 429, headers: { 'retry-after': '3600' } }),
      '/contact': htmlPage({ title: 'Contact', body: '<h1>Contact</h1><p>Here we are.</p>' }),
    },
  }),
  site('tag-soup.example', {
    about: 'HTML that nobody has checked, and one block of structured data that is broken',
    pages: {
      '/': `<title>Soup<b>y</title><h1>Soup<p>of<table><tr><td>tags<a href=/about>About<a href="/about#x">About</table>
<script type="application/ld+json">{"@type":"Recipe","name":"Broken",}</script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Onion soup"}</script><p>${words}`,
    },
  }),
  site('huge.example', { about: 'a page of 60 MB', pages: { '/': () => html(stream(9_000, chunk)) } }),
  site('bomb.example', {
    about: 'a page of 40 MB, in 40 KB',
    pages: {
      '/': () => {
        bomb ??= gzipSync(Buffer.alloc(40 * 1024 * 1024, 'a'))
        return html(bomb, { headers: { 'content-encoding': 'gzip' } })
      },
    },
  }),
  site('deep.example', {
    about: 'elements nested 200,000 deep',
    pages: { '/': `<title>Deep</title>${'<div>'.repeat(200_000)}` },
  }),
  site('fonts.example', {
    about: 'formatting that is never closed, and opened again in each paragraph',
    pages: {
      '/': `<title>Fonts</title><p>${Array.from({ length: 900 }, (_, n) => `<font size=${n}>`).join('')}${'<p>x'.repeat(20_000)}`,
    },
  }),
  site('spider-trap.example', {
    about: 'links to itself without end',
    pages: {
      '/': htmlPage({
        title: 'A maze',
        body: `<h1>Maze</h1><p>${words}</p>${Array.from({ length: 5_000 }, (_, n) => `<a href="/?page=${n}">${n}</a>`).join('')}`,
      }),
    },
  }),
  site('inside.example', {
    about: 'redirects to an address inside of the network',
    pages: {
      '/': ({ inside }) => redirect(inside),
      '/refresh': ({ inside }) => html(`<title>Go</title><meta http-equiv="refresh" content="0;url=${inside}">`),
      '/metadata': () => redirect('http://169.254.169.254/latest/meta-data/'),
      '/mapped': ({ inside }) => redirect(inside.replace('127.0.0.1', '[::ffff:127.0.0.1]')),
      '/number': ({ inside }) => redirect(inside.replace('127.0.0.1', '2130706433')),
      '/name': ({ inside }) => redirect(inside.replace('127.0.0.1', 'localhost')),
      '/file': () => redirect('file:///etc/passwd'),
    },
  }),
  site('robots-inside.example', {
    about: 'robots.txt redirects to an address inside of the network',
    pages: { '/': htmlPage({ title: 'Nothing to see', body: `<p>${words}</p>` }) },
    robots: ({ inside }) => redirect(inside),
  }),
]
