import { htmlPage } from '../html-page.ts'
import { html, type MadeUpSite, redirect, site, text } from '../made-up-site.ts'

const menu = { '/about': 'About', '/private/pricing': 'Pricing' }
const home = htmlPage({
  title: 'A site with rules',
  menu,
  body: '<h1>Rules</h1><p>Some pages are for people alone.</p>',
})
const about = htmlPage({ title: 'About', body: '<h1>About</h1><p>We like to know who comes.</p>' })
const pages = { '/': home, '/about': about, '/private/pricing': about }

/** Longer than anybody has to read; its last rule forbids everything. */
const long = `User-agent: *\nDisallow: /private/\n${'# the sea, the sea\n'.repeat(29_000)}\nUser-agent: *\nDisallow: /\n`

export const robotsSites: readonly MadeUpSite[] = [
  site('closed.example', { about: 'robots.txt forbids everything', pages, robots: 'User-agent: *\nDisallow: /\n' }),
  site('partly.example', { about: 'robots.txt forbids some', pages, robots: 'User-agent: *\nDisallow: /private/\n' }),
  site('named.example', {
    about: 'robots.txt forbids everything to Pawl alone',
    pages,
    robots: 'User-agent: *\nAllow: /\n\nUser-agent: pawl-site-reports\nDisallow: /\n',
  }),
  site('robots-403.example', {
    about: 'robots.txt is forbidden, so all is allowed',
    pages,
    robots: () => text('no', 403),
  }),
  site('robots-500.example', {
    about: 'robots.txt fails, so nothing is allowed',
    pages,
    robots: () => text('no', 500),
  }),
  site('robots-cut.example', {
    about: 'robots.txt cannot be reached, so nothing is allowed',
    pages,
    robots: () => 'cut',
  }),
  site('robots-long.example', { about: 'robots.txt is longer than 500 KiB', pages, robots: long }),
  site('robots-html.example', { about: 'robots.txt is a page of HTML', pages, robots: () => html(home) }),
  site('robots-moved.example', {
    about: 'robots.txt is at another host',
    pages,
    robots: () => redirect('https://closed.example/robots.txt', 301),
  }),
  site('robots-circle.example', {
    about: 'robots.txt redirects without end, so all is allowed',
    pages,
    robots: () => redirect('/robots.txt'),
  }),
]
