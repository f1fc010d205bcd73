import { attributeOf, type Element } from './html-tree.ts'

/** What gives a technology away. */
export type Traces = {
  /** Addresses of scripts and style sheets, and what stands in short scripts. */
  readonly scripts: string
  readonly generator: string
  /** Names of attributes, ids and classes of the outer elements. */
  readonly markup: string
  /** Headers of the answer, `name: value` a line, in lower case. */
  readonly headers: string
}

type Sign = { readonly name: string; readonly in: keyof Traces; readonly pattern: RegExp }

const sign = (name: string, where: keyof Traces, pattern: RegExp): Sign => ({ name, in: where, pattern })

const signs: readonly Sign[] = [
  sign('WordPress', 'generator', /wordpress/i),
  sign('WordPress', 'scripts', /\/wp-(content|includes)\//),
  sign('WooCommerce', 'scripts', /\/plugins\/woocommerce\//),
  sign('Elementor', 'scripts', /\/plugins\/elementor\//),
  sign('Drupal', 'generator', /drupal/i),
  sign('Drupal', 'headers', /^x-(generator: drupal|drupal-)/m),
  sign('Joomla', 'generator', /joomla/i),
  sign('TYPO3', 'generator', /typo3/i),
  sign('Ghost', 'generator', /^ghost/i),
  sign('Hugo', 'generator', /^hugo/i),
  sign('Jekyll', 'generator', /^jekyll/i),
  sign('Astro', 'generator', /^astro/i),
  sign('Gatsby', 'generator', /^gatsby/i),
  sign('Gatsby', 'markup', /\bid=___gatsby\b/),
  sign('Docusaurus', 'generator', /^docusaurus/i),
  sign('MediaWiki', 'generator', /^mediawiki/i),
  sign('Wix', 'generator', /wix\.com/i),
  sign('Squarespace', 'scripts', /static1?\.squarespace\.com/),
  sign('Webflow', 'generator', /webflow/i),
  sign('Webflow', 'markup', /\bdata-wf-(site|page)=/),
  sign('Shopify', 'scripts', /cdn\.shopify\.com/),
  sign('Magento', 'scripts', /\/static\/version\d+\/frontend\//),
  sign('Next.js', 'scripts', /\/_next\/static\//),
  sign('Next.js', 'markup', /\bid=__next\b/),
  sign('Nuxt', 'scripts', /\/_nuxt\//),
  sign('Nuxt', 'markup', /\bid=__nuxt\b/),
  sign('SvelteKit', 'scripts', /\/_app\/immutable\//),
  sign('Angular', 'markup', /\bng-version=/),
  sign('Vue', 'scripts', /\bvue(@[\d.]+)?(\.global)?(\.prod)?(\.min)?\.js/),
  sign('Vue', 'markup', /\bdata-v-[0-9a-f]{8}=|\bdata-server-rendered=/),
  sign('React', 'scripts', /\breact(-dom)?(@[\d.]+)?(\.production)?(\.min)?\.js/),
  sign('React', 'markup', /\bdata-reactroot=/),
  sign('htmx', 'scripts', /\bhtmx(\.org)?(@[\d.]+)?[^\s]{0,100}\.js/),
  sign('Alpine.js', 'scripts', /\balpinejs?(@[\d.]+)?/),
  sign('jQuery', 'scripts', /\bjquery([-.@][\d.]+)?(\.slim)?(\.min)?\.js/i),
  sign('Bootstrap', 'scripts', /\bbootstrap(@[\d.]+)?[^\s]{0,100}\.(css|js)/i),
  sign('Tailwind CSS', 'scripts', /tailwind(css)?[^\s]{0,100}\.(css|js)/i),
  sign('Font Awesome', 'scripts', /font-?awesome/i),
  sign('Google Fonts', 'scripts', /fonts\.(googleapis|gstatic)\.com/),
  sign('Google Analytics', 'scripts', /google-analytics\.com|googletagmanager\.com\/gtag\//),
  sign('Google Tag Manager', 'scripts', /googletagmanager\.com\/(gtm\.js|ns\.html)|\bGTM-[A-Z0-9]{4,}/),
  sign('Matomo', 'scripts', /\b(matomo|piwik)\.js\b/),
  sign('Plausible', 'scripts', /plausible\.io\/js\//),
  sign('Hotjar', 'scripts', /static\.hotjar\.com/),
  sign('HubSpot', 'scripts', /js\.hs-scripts\.com|js\.hsforms\.net/),
  sign('Intercom', 'scripts', /widget\.intercom\.io/),
  sign('Meta Pixel', 'scripts', /connect\.facebook\.net\/[^\s]{0,100}fbevents\.js/),
  sign('Stripe', 'scripts', /js\.stripe\.com/),
  sign('reCAPTCHA', 'scripts', /\/recaptcha\//),
  sign('Cloudflare', 'headers', /^(server: cloudflare|cf-ray: )/m),
  sign('Vercel', 'headers', /^(server: vercel|x-vercel-id: )/m),
  sign('Netlify', 'headers', /^(server: netlify|x-nf-request-id: )/m),
  sign('Fastly', 'headers', /^x-served-by: cache-/m),
  sign('nginx', 'headers', /^server: nginx/m),
  sign('Apache', 'headers', /^server: apache/m),
  sign('IIS', 'headers', /^server: microsoft-iis/m),
  sign('Caddy', 'headers', /^server: caddy/m),
  sign('PHP', 'headers', /^x-powered-by: php/m),
  sign('ASP.NET', 'headers', /^x-(powered-by: asp\.net|aspnet-version: )/m),
  sign('Express', 'headers', /^x-powered-by: express/m),
]

const shortScript = 2_000
const longestTraces = 200_000

/** What a site is made with, as far as it shows. By name. */
export function readTechnologies(
  elements: readonly Element[],
  generator: string | null,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const traces: Traces = {
    scripts: scriptsOf(elements),
    generator: generator ?? '',
    markup: markupOf(elements),
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`.toLowerCase())
      .join('\n'),
  }
  const found = signs.filter((each) => each.pattern.test(traces[each.in])).map(({ name }) => name)
  return [...new Set(found)].sort()
}

function scriptsOf(elements: readonly Element[]): string {
  const parts = elements.map((element) => {
    if (element.tagName === 'link') return attributeOf(element, 'href') ?? ''
    if (element.tagName !== 'script' && element.tagName !== 'iframe') return ''
    const inline = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
    return `${attributeOf(element, 'src') ?? ''} ${inline.slice(0, shortScript)}`
  })
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, longestTraces)
}

function markupOf(elements: readonly Element[]): string {
  const shown = /^(id|ng-version|data-(v-[0-9a-f]{8}|wf-site|wf-page|reactroot|server-rendered))$/
  const marks = elements.flatMap(({ attrs }) => attrs.filter(({ name }) => shown.test(name)))
  return marks
    .map(({ name, value }) => `${name}=${value}`)
    .join('\n')
    .slice(0, longestTraces)
}
