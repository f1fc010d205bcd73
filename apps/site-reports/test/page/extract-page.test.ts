import { describe, expect, it } from 'vitest'
import { extractPage } from '../../src/page/extract-page.ts'

const url = 'https://bakery.example/shop/'
const extract = (html: string, headers?: Record<string, string>) => extractPage(html, url, headers)

describe('what a page is called', () => {
  it('comes from its structured data, then from its meta elements, then from its title', () => {
    const title = '<title>The title</title>'
    const meta = '<meta property="og:title" content="The meta"><meta name="DC.title" content="The core">'
    const article = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"The headline"}</script>'
    expect(extract(title).title).toBe('The title')
    expect(extract(title + meta).title).toBe('The core')
    expect(extract(title + meta + article).title).toBe('The headline')
    expect(extract(title + meta + article).titleTag).toBe('The title')
  })

  it.each([
    ['How bread is made at night | The Baker', 'How bread is made at night'],
    ['How bread is made at night – The Baker', 'How bread is made at night'],
    ['Bread | A long name of some paper', 'A long name of some paper'],
    ['The Baker: How bread is made at night', 'How bread is made at night'],
    ['What you always wanted to know about bread: part two', 'What you always wanted to know about bread: part two'],
    ['Bread', 'Bread'],
  ])('is without the name of the site: %s', (title, name) => {
    expect(extract(`<title>${title}</title>`).title).toBe(name)
  })

  it('is not the title of a picture, nor of nothing', () => {
    expect(extract('<svg><title>An icon</title></svg>').titleTag).toBeNull()
    expect(extract('').title).toBe('')
  })

  it('is read once more where it was escaped once too often', () => {
    const { description } = extract(
      '<meta name="description" content="Fish &amp;amp; chips &amp;#128032; &amp;#xFFFFFFFF;">',
    )
    expect(description).toBe('Fish & chips 🐠 \ufffd')
  })
})

describe('structured data', () => {
  it('is read block by block: one that is broken does not spoil the others', () => {
    const { jsonLd, brokenJsonLd, byline, siteName, publishedAt } = extract(`
      <script type="application/ld+json">{ broken }</script>
      <script type="application/ld+json">{"@graph":[{"@type":["Organization","Bakery"],"name":"Lantern"}]}</script>
      <script type="Application/LD+JSON; charset=utf-8">[{"@type":"BlogPosting","headline":"Rye","author":[{"name":"Ada"},{"name":"Tom"}],
        "publisher":{"name":"The Baker"},"datePublished":"2026-01-02"}]</script>
      <script type="application/ld+json">null</script>`)
    expect(brokenJsonLd).toBe(1)
    expect(jsonLd).toEqual([
      { types: ['Organization', 'Bakery'], name: 'Lantern' },
      { types: ['BlogPosting'], name: 'Rye' },
    ])
    expect({ byline, siteName, publishedAt }).toEqual({
      byline: 'Ada, Tom',
      siteName: 'The Baker',
      publishedAt: '2026-01-02',
    })
  })
})

describe('links and images', () => {
  it('are absolute, by the base of the page, each once, without fragment and what tracks people', () => {
    const { linksIn, linksOut, linkCounts } =
      extract(`<base href="/base/"><a href="a?utm_source=x&amp;p=1#top">A</a><a href="a?p=1">A again</a>
      <a href="https://www.bakery.example/b">B</a><a href="//other.example/?fbclid=1"><img src="x.png" alt="Other"></a>
      <a href="mailto:a@b.example">Mail</a><a href="javascript:alert(1)">No</a><a href="#here">Here</a><a href="/c"></a><a href="http://%">Bad</a>`)
    expect(linksIn).toEqual([
      { url: 'https://bakery.example/base/a?p=1', text: 'A' },
      { url: 'https://www.bakery.example/b', text: 'B' },
      { url: 'https://bakery.example/c', text: '' },
    ])
    expect(linksOut).toEqual([{ url: 'https://other.example/', text: 'Other' }])
    expect(linkCounts).toEqual({ in: 3, out: 1, withoutText: 1 })
  })

  it('are counted where the lists are cut', () => {
    const { linksIn, linkCounts } = extract(Array.from({ length: 500 }, (_, n) => `<a href="/${n}">${n}</a>`).join(''))
    expect([linksIn.length, linkCounts.in]).toEqual([200, 500])
  })

  it('of images tell a missing text from an empty one', () => {
    const { images, imageCounts } = extract(
      '<img src=a.png><img src=b.png alt=""><img src=c.png alt=" A  loaf "><img src="data:x">',
    )
    expect(images.map(({ alt }) => alt)).toEqual([null, '', 'A loaf'])
    expect(imageCounts).toEqual({ all: 4, withoutAlt: 2 })
  })
})

describe('the excerpt of a page', () => {
  const real = 'Bread is baked at night, and sold from six in the morning on.'
  const article = (head: string) => `<body>${head}<h1>Bread</h1><p>${real}</p><p>And so on, for many more words.</p>`

  it('has its entities decoded, wherever it comes from and whatever they are called', () => {
    const escaped =
      'Caf&amp;eacute; &amp;amp; bar&amp;nbsp;&amp;mdash; it&amp;#8217;s &amp;lt;open&amp;gt; &amp;#146;til 5&amp;hellip;'
    const read = 'Café & bar — it’s <open> ’til 5…'
    const json = JSON.stringify({ '@type': 'Article', description: escaped.replaceAll('&amp;', '&') })
    expect(extract(`<meta name=description content="${escaped}">`).excerpt).toBe(read)
    expect(extract(`<script type="application/ld+json">${json}</script>`).excerpt).toBe(read)
    expect(extract(`<p>${escaped}</p>`).excerpt).toBe(read)
    expect(extract('<meta name=description content="a?b=1&amp;copy=2 &amp;nothing; &amp;#0; &amp; &">').excerpt).toBe(
      'a?b=1&copy=2 &nothing; \ufffd & &',
    )
  })

  it.each([
    ['<div id="siteSub">From Wikipedia, the free encyclopedia</div>'],
    ['<p>From Wikipedia, the free encyclopedia</p>'],
    ['<p>Aus Wikipedia, der freien Enzyklopädie</p>'],
    ['<p>Un article de Wikipédia, l’encyclopédie libre.</p>'],
    ['<p>Sign In | Sign Up</p>'],
    ['<div><a href=/in>Sign In</a> | <a href=/up>Create an account</a></div>'],
    ['<p><a href=/>Home</a> &gt; <a href=/food>Food and drink</a> &gt; Bread</p>'],
    ['<div>Skip to main content</div>'],
    ['<p>We use cookies to give you the best experience on our website. Read our policy to learn more.</p>'],
    ['<p>Please enable JavaScript to see all of this page.</p>'],
    ['<p>© 2026 The Lantern Bakery Ltd. All rights reserved.</p>'],
    ['<p>Last updated: 3 May 2026, 10:15 am</p>'],
    ['<p><a href=1>The ten best loaves of the year</a> <a href=2>How to keep bread</a> and more</p>'],
    [
      '<div role=note>For bread in other senses of the word, and for what it is called elsewhere, see other pages of ours.</div>',
    ],
    ['<p>This article is about the food. For other uses, see Bread (disambiguation).</p>'],
    ['<div>The bakery of the old town, since 1902</div>'],
    ['<meta name=description content="Sign In | Sign Up">'],
  ])('is the first real paragraph, and not %s', (head) => {
    expect(extract(article(head)).excerpt).toBe(real)
  })

  it.each([
    ['Home bakers, rejoice: this flour keeps for a year, and it costs next to nothing.'],
    ['From wikis to newspapers, people write about bread.'],
    ['This article is about how we bake, and why we do it at night.'],
    ['Sign up is open for the course of the spring, in which we bake rye and wheat.'],
  ])('is a paragraph that only begins like boilerplate: %s', (paragraph) => {
    expect(extract(`<p>${paragraph}</p><p>${real}`).excerpt).toBe(paragraph)
  })

  it('is what the page says of itself, however short, and nothing where there is boilerplate alone', () => {
    expect(extract(`<meta name=description content="Bread - Bristol">${article('')}`).excerpt).toBe('Bread - Bristol')
    expect(extract('<div>The bakery of the old town</div>').excerpt).toBe('The bakery of the old town')
    expect(extract('<div>Sign In | Sign Up</div>').excerpt).toBeNull()
  })
})

describe('the byline of a page', () => {
  it.each([
    '<div class="author-menu">Sign In | Sign Up</div>',
    '<nav><a rel=author href=/ada>Our authors</a></nav>',
    '<div id=dateline>From Wikipedia, the free encyclopedia</div>',
    '<p class="authorization">Members only</p>',
    '<meta name=author content="Log in">',
  ])('is not %s', (head) => {
    expect(extract(`${head}<p class=byline>By Ada</p>`).byline).toBe('By Ada')
    expect(extract(head).byline).toBeNull()
  })

  it.each(['Ada Lovelace | Reuters', 'Posted by Ada on 3 May', 'Ada Home'])('can be %s', (name) => {
    expect(extract(`<p class=byline>${name}</p>`).byline).toBe(name)
  })
})

describe('the text of a page', () => {
  const body = `<nav>Home About</nav><main><h1>Bread</h1><p>Baked at <b>night</b>,<br>sold at noon.</p><p hidden>Secret</p>
    <p style="color:red; display:none">Gone</p><div aria-hidden="true">Icon</div><script>var x</script><noscript>Turn it on</noscript>
    <ul><li>Rye</li><li>Wheat</li></ul></main><footer>Imprint</footer>`

  it('is what people read, a paragraph a line', () => {
    const many = 'word '.repeat(30)
    const { text, words, excerpt } = extract(`${body}<p>${many}</p>`)
    expect(text.split('\n')).toEqual(['Bread', 'Baked at night, sold at noon.', 'Rye', 'Wheat', many.trim()])
    expect([words, excerpt]).toEqual([39, 'Baked at night, sold at noon.'])
  })

  it('has menus and footers where there is nothing else', () => {
    expect(extract('<nav>Home</nav><footer>Imprint</footer>').text).toBe('Home\nImprint')
  })

  it('counts words of scripts without blanks', () => {
    expect(extract('<p>今日はとても良い天気です。</p>').words).toBeGreaterThan(3)
  })

  it('has all its words counted, however long a paragraph is', () => {
    const { text, words } = extract(`<p>${'word '.repeat(20_000)}`)
    expect([text.length, words]).toEqual([30_000, 20_000])
  })

  it('can always be stored, however it is cut', () => {
    const { text, headings } = extract(`<h1>&#0;${'😀'.repeat(300)}</h1><p>${'😀'.repeat(20_000)}</p>`)
    expect(JSON.stringify({ text, headings })).not.toMatch(/\\ud[89a-f]|\\u0000/)
    expect(text.length).toBeLessThanOrEqual(30_000)
  })
})

describe('the rest of a page', () => {
  it('is read as its elements say', () => {
    const facts =
      extract(`<html lang=" de-AT " dir=rtl><head><meta charset="UTF-8"><link rel="shortcut icon" href="/i.ico">
      <link rel=canonical href="/shop?utm_source=x"><meta name=robots content="NoIndex, follow"><meta name=viewport content="width=device-width">
      <meta property="og:image" content="/1.png"><meta property="og:image" content="/2.png"><meta name="twitter:card" content="summary">
      <meta http-equiv=Refresh content="3; URL='next'"></head><h1>A</h1><h3> B <i>c</i></h3><h2></h2>`)
    expect(facts).toMatchObject({
      language: 'de-AT',
      direction: 'rtl',
      charset: 'utf-8',
      favicon: 'https://bakery.example/i.ico',
      canonical: 'https://bakery.example/shop',
      robots: ['noindex', 'follow'],
      viewport: 'width=device-width',
      openGraph: { image: '/1.png' },
      twitter: { card: 'summary' },
      refresh: { url: 'https://bakery.example/shop/next', seconds: 3 },
    })
    expect(facts.headings).toEqual([
      { level: 1, text: 'A' },
      { level: 3, text: 'B c' },
    ])
  })

  it('is read in the direction of what it is about', () => {
    expect(extract('<html dir=ltr><body><div dir=RTL><article>x').direction).toBe('rtl')
    expect(extract('<html dir=sideways>').direction).toBeNull()
  })

  it('tells which fields of forms have no label', () => {
    const { forms } =
      extract(`<label for=a>A</label><input id=a><label>B <input></label><input aria-label=C><textarea></textarea>
      <select></select><input type=hidden><input type=submit>`)
    expect(forms).toEqual({ fields: 5, withoutLabel: 2 })
  })

  it('gives away what it is made with', () => {
    const html =
      '<meta name=generator content="WordPress 6.9"><script src="/wp-includes/js/jquery/jquery.min.js?ver=3"></script>'
    expect(extract(html, { server: 'nginx/1.29' }).technologies).toEqual(['WordPress', 'jQuery', 'nginx'])
  })

  it('is read from anything that is called HTML', () => {
    for (const html of ['', '\0', '<', '<!--', '<a href', '{"json":true}', '</html></body><p>x', '<table><a><tr><a>']) {
      expect(extract(html).url).toBe(url)
    }
  })

  it('stays small, whatever is in it', () => {
    const long = 'x'.repeat(5_000)
    const html = Array.from(
      { length: 250 },
      (_, n) =>
        `<h2>${long}</h2><a href="/${n}?${long.slice(0, 900)}">${long}</a><img src="/${n}.png" alt="${long}"><meta property="og:${n}" content="${long}">`,
    )
    expect(JSON.stringify(extract(html.join(''))).length).toBeLessThan(600_000)
  })

  it('names neither a charset nor authors without end', () => {
    const authors = Array.from({ length: 500 }, (_, n) => ({ name: `Author number ${n}` }))
    const article = JSON.stringify({ '@type': 'Article', author: authors })
    const { charset, byline } = extract(
      `<meta charset="${'x'.repeat(5_000)}"><script type="application/ld+json">${article}</script>`,
    )
    expect(charset).toHaveLength(50)
    expect(byline).toHaveLength(300)
  })
})

describe('a page that was made to take for ever', () => {
  it('by links in links is read like any other', () => {
    const { linkCounts } = extract(`<svg>${'<a href="/x">'.repeat(300)}${'<g></g>'.repeat(20_000)}`)
    expect(linkCounts).toEqual({ in: 1, out: 0, withoutText: 300 })
  })

  it('by links in links, again and again, has only so many of them looked into', () => {
    const { linkCounts } = extract(`<svg>${'<a href="/x">'.repeat(900)}</svg>`.repeat(4))
    expect(linkCounts).toEqual({ in: 1, out: 0, withoutText: 2_000 })
  })

  it('by names of authors in names of authors has only so many of them looked into', () => {
    const nested = `${'<div class=author>'.repeat(700)}${'</div>'.repeat(700)}`
    expect(extract(`${nested}<p class=author>Ada`).byline).toBeNull()
  })

  it('by headings in headings has only so many of them looked into', () => {
    const nested = `${'<h2><div>'.repeat(450)}${'</div></h2>'.repeat(450)}`
    expect(extract(`${nested.repeat(4)}<h1>Last`).headings).toEqual([])
  })

  it('by a long text without blanks has its words counted', () => {
    expect(extract(`<p>${'今日は良い天気です。'.repeat(15_000)}`).words).toBeGreaterThan(50_000)
  })

  it('by elements without end is refused', () => {
    expect(() => extract('<div>'.repeat(2_000))).toThrow('its elements are nested more than 1000 deep')
    expect(() => extract('<i></i>'.repeat(151_000))).toThrow('it has more than 150000 elements')
  })
})
