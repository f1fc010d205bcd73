import { htmlPage } from '../html-page.ts'
import { html, type MadeUpSite, site } from '../made-up-site.ts'

const bakeryMenu = {
  '/': 'Home',
  '/about': 'About us',
  '/menu': 'Our bread',
  '/contact': 'Contact',
  '/login': 'Log in',
}
const bakeryHead = (path: string) => `<link rel="canonical" href="https://lantern-bakery.example${path}">
<link rel="icon" href="/favicon.ico">
<meta property="og:title" content="Lantern Bakery"><meta property="og:image" content="https://lantern-bakery.example/oven.jpg">
<meta name="generator" content="Hugo 0.140">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Bakery","name":"Lantern Bakery","telephone":"+44 0000 000000"}</script>`

const bakery = site('lantern-bakery.example', {
  about: 'good: four pages, structured data, all in order',
  robots: 'User-agent: *\nDisallow: /login\nSitemap: https://lantern-bakery.example/sitemap.xml\n',
  pages: {
    '/': htmlPage({
      title: 'Lantern Bakery: sourdough from a wood oven',
      description: 'A small bakery by the harbour. Sourdough from a wood oven, baked at night and sold until noon.',
      menu: bakeryMenu,
      head: bakeryHead('/'),
      body: `<h1>Bread that takes its time</h1>
<p>We mix our dough at noon, let it rest for eighteen hours, and bake it at night in a wood oven that our grandfather built. When the harbour wakes up, the first loaves are still warm.</p>
<h2>What we bake</h2>
<p>Four kinds of sourdough, two of rye, and on Saturdays the lantern bun that gave us our name. We use flour from one mill, twelve miles away, and nothing that you could not find in your own kitchen.</p>
<h2>Where you find us</h2>
<p>At the end of the pier, open from six until the shelves are empty, which is mostly before noon. Orders until four in the afternoon are ready the next morning.</p>
<img src="/oven.jpg" alt="The wood oven at night"><p><a href="/menu?utm_source=home&utm_medium=link">See our bread</a> or <a href="/contact">write to us</a>.</p>`,
    }),
    '/about': htmlPage({
      title: 'About us: three generations at one oven',
      description:
        'Who bakes at Lantern Bakery, since when, and why the oven has never gone cold since nineteen sixty-two.',
      menu: bakeryMenu,
      head: bakeryHead('/about'),
      body: `<h1>Three generations at one oven</h1><p>The oven was built in 1962 and has not gone cold since. Ada bakes, Tom drives, and Wren keeps the books and the sourdough alive. We have five people who work with us, and we pay all of them what we pay ourselves.</p><p>We have been asked to grow. We would rather sleep, and bake the same bread tomorrow.</p>`,
    }),
    '/menu': htmlPage({
      title: 'Our bread and what it costs',
      description: 'Sourdough, rye and the lantern bun: all that we bake, with what is in it and what it costs.',
      menu: bakeryMenu,
      head: bakeryHead('/menu'),
      body: `<h1>Our bread</h1><ul><li>Harbour sourdough, 1 kg, 6.20</li><li>Dark rye, 750 g, 5.40</li><li>Seed loaf, 750 g, 5.80</li><li>Lantern bun, Saturdays, 1.90</li></ul><p>Everything contains wheat or rye. The seed loaf contains sesame.</p>`,
    }),
    '/contact': htmlPage({
      title: 'Contact and opening hours',
      description: 'Write or call, or just come: opening hours, address and the form for orders of Lantern Bakery.',
      menu: bakeryMenu,
      head: bakeryHead('/contact'),
      body: `<h1>Contact</h1><p>Pier 4, from six in the morning, every day but Monday.</p><form><label for="mail">Your address</label><input id="mail" type="email"><label>What you would like <textarea></textarea></label><button>Send</button></form>`,
    }),
    '/login': htmlPage({ title: 'Log in', body: '<h1>Log in</h1>' }),
  },
})

const cyclesMenu = { '/': 'Start', '/products': 'Products', '/pricing': 'Pricing', '/team': 'Team' }
const cycles = site('harbour-cycles.example', {
  about:
    'good, with room for improvement: no description, images without text, a field without a label, a level of headings left out',
  pages: {
    '/': `<!doctype html><html><head><meta charset="utf-8"><title>Home</title><script src="/js/jquery-3.7.1.min.js"></script></head><body>
<nav>${Object.entries(cyclesMenu)
      .map(([path, name]) => `<a href="${path}">${name}</a>`)
      .join(' ')}</nav>
<h1>Harbour Cycles</h1><h4>Bikes, repaired while you wait</h4><img src="a.jpg"><img src="b.jpg"><img src="line.png" alt="">
<p>We repair bicycles of all kinds, from the one you found in your shed to the one you race on. Most repairs are done while you have a coffee next door. We are cheap and fast and good, and you may believe two of these.</p>
<form><input name="q" placeholder="Search"></form><a href="https://social.example/harbour"><img src="s.png"></a></body></html>`,
    '/products': htmlPage({
      title: 'Products',
      menu: cyclesMenu,
      body: '<h1>Products</h1><p>Used bicycles from 120, new ones from 640. Each has been ridden by one of us for a week.</p>',
    }),
    '/pricing': htmlPage({
      title: 'Pricing',
      menu: cyclesMenu,
      body: '<h1>Pricing</h1><p>A puncture is 12, a new chain 35, and a look at the whole bicycle 25, which we take off the repair.</p>',
    }),
    '/team': htmlPage({
      title: 'Home',
      menu: cyclesMenu,
      body: '<h1>Team</h1><p>Jo and Kim, and a dog who greets.</p>',
    }),
  },
})

const library = site('tidewater-library.example', {
  about: 'good: a base address, links that track, an address with and without www',
  robots: 'User-agent: *\nAllow: /\n',
  pages: {
    '/': htmlPage({
      title: 'Tidewater Library: borrow anything',
      description: 'A library that lends books, tools and boats, run by those who use it. Membership is free.',
      head: '<base href="/read/">',
      body: `<h1>Borrow anything</h1><p>Books, of course. But also ladders, sewing machines, a projector and two small boats. What you need once a year, nobody has to own. Membership is free, and so is almost everything else.</p>
<p><a href="about.html?utm_campaign=x#top">About the library</a> <a href="about.html?fbclid=1">Who runs it</a> <a href="/services">What we lend</a></p>`,
    }),
    '/read/about.html': htmlPage({
      title: 'About the library',
      body: '<h1>About</h1><p>Founded by twelve neighbours with forty books. Now there are four thousand, and the neighbours are still there.</p>',
    }),
    '/services': htmlPage({
      title: 'What we lend',
      body: '<h1>What we lend</h1><p>Books, tools, boats, and an hour of somebody who knows how to use them.</p>',
    }),
  },
})

const yoga: MadeUpSite = site('nordwind-yoga.example', {
  about: 'good: German, in a charset that only its own meta element names',
  pages: {
    '/': () =>
      html(
        Buffer.from(
          htmlPage({
            title: 'Nordwind: Yoga für müde Rücken',
            description: 'Kleine Gruppen, große Fenster: Yoga für Menschen, die zu viel sitzen. Erste Stunde frei.',
            lang: 'de',
            body: '<h1>Für müde Rücken</h1><p>Wer den ganzen Tag sitzt, muss sich nicht auch noch verrenken. Wir üben langsam, in Gruppen von höchstens acht, und mit Blick aufs Wasser. Die erste Stunde ist frei, die zweite kostet zwölf Euro.</p><p><a href="/preise">Preise</a></p>',
          }).replace('charset="utf-8"', 'charset="windows-1252"'),
          'latin1',
        ),
        { headers: { 'content-type': 'text/html' } },
      ),
    '/preise': htmlPage({
      title: 'Preise',
      lang: 'de',
      body: '<h1>Preise</h1><p>Zehn Stunden kosten hundert Euro. Wer weniger hat, zahlt weniger.</p>',
    }),
  },
})

export const goodSites: readonly MadeUpSite[] = [bakery, cycles, library, yoga]
