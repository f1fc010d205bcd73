import type { Link } from './page-facts.ts'

/** A word of its own, in any script: `\b` knows the letters of English alone. */
const word = (words: string) => new RegExp(`(?<![\\p{L}\\d])(${words})(?![\\p{L}\\d])`, 'iu')

/** What pages are about that tell most of a site, the most telling first, as their addresses and links name them. */
const topics: readonly RegExp[] = [
  word(
    'about|about-us|company|who-we-are|our-story|mission|team|ueber-uns|über uns|uber-uns|a-propos|à propos|qui-sommes-nous|chi-siamo|sobre|sobre-nosotros|quienes-somos',
  ),
  word('pricing|prices|plans|preise|tarifs|precios|prezzi'),
  word(
    'products?|services?|solutions?|features|shop|store|menu|offer|leistungen|produkte|produits|productos|servicios|prodotti|servizi',
  ),
  word('how-it-works|customers|case-stud(y|ies)|testimonials|reviews|portfolio|work|projects|references|referenzen'),
  word('contact|contact-us|kontakt|contacto|contatti|contactez'),
  word('faq|help|support|docs|documentation|guide'),
  word('blog|news|articles|magazine|journal|aktuelles'),
]
const dull = word(
  'log-?in|sign-?in|sign-?up|register|log-?out|account|cart|basket|checkout|wish-?list|password|privacy|cookies?|terms|imprint|impressum|datenschutz|agb|legal|gdpr|unsubscribe|rss|feed|search|tag|category|author|share|print|admin|wp-login',
)
const noPage =
  /\.(pdf|jpe?g|png|gif|webp|avif|svg|ico|css|js|mjs|json|xml|zip|gz|tgz|rar|7z|exe|dmg|mp[34]|m4a|webm|ogg|wav|mov|avi|docx?|xlsx?|pptx?|csv|txt|woff2?|ttf)$/i

/** The pages of the same site that are worth a look beside this one: at the most so many, the most telling first. */
export function importantLinks(links: readonly Link[], own: string, most: number): readonly string[] {
  const rated = links
    .filter(({ url }) => !noPage.test(new URL(url).pathname))
    .map((link, place) => ({ url: link.url, rank: rankOf(link) + place / 10_000 }))
    .sort((a, b) => a.rank - b.rank)
  const seen = new Set([withoutSlash(own)])
  const chosen: string[] = []
  for (const { url } of rated) {
    if (chosen.length >= most) break
    if (seen.has(withoutSlash(url))) continue
    seen.add(withoutSlash(url))
    chosen.push(url)
  }
  return chosen
}

/** By topic, then by how deep it is. A page with parameters is one of many that are alike. */
function rankOf({ url, text }: Link): number {
  const { pathname, search } = new URL(url)
  const words = `${decoded(pathname).replaceAll('/', ' ')} ${text}`.toLowerCase()
  const topic = topics.findIndex((each) => each.test(words))
  const depth = pathname.split('/').filter((part) => part !== '').length
  const isDull = dull.test(words)
  return (topic < 0 ? topics.length : topic) * 10 + depth * 3 + (search === '' ? 0 : 20) + (isDull ? 200 : 0)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function withoutSlash(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/(\?|$)/, '$1')
}
