import { seededRandom } from '../../catalogue/seeded-random.ts'
import { htmlPage } from '../html-page.ts'
import { type MadeUpSite, site } from '../made-up-site.ts'

const trades = [
  'Pottery',
  'Boat repair',
  'Bookbinding',
  'Beekeeping',
  'Piano tuning',
  'Map drawing',
  'Seed saving',
  'Glass blowing',
]
const places = [
  'by the harbour',
  'on the hill',
  'at the old mill',
  'behind the station',
  'under the bridge',
  'by the lake',
]
const claims = [
  'We answer each letter within a day.',
  'Nobody here is in a hurry.',
  'What we make can be repaired.',
  'Our prices are on the wall, and they are the same for everybody.',
  'Come and look before you decide.',
  'We learned it from those who did it before us.',
]

/** One of any number of sites that are alike and not the same: `site-17.example`. What it says follows from its number. */
export function plainSite(host: string): MadeUpSite | undefined {
  const number = Number(/^site-(\d{1,6})\.example$/.exec(host)?.[1] ?? Number.NaN)
  if (Number.isNaN(number)) return undefined
  const random = seededRandom(number + 1)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const name = `${pick(trades)} ${pick(places)}`
  const said = claims.filter(() => random() < 0.6)
  return site(host, {
    about: 'one of many',
    pages: {
      '/': htmlPage({
        title: `${name}, number ${number}`,
        description: `${name}: small, slow and good. Number ${number} of a long list of small workshops.`,
        menu: { '/about': 'About', '/pricing': 'Pricing' },
        body: `<h1>${name}</h1><p>Welcome to workshop number ${number}. ${said.join(' ')}</p>`,
      }),
      '/about': htmlPage({
        title: `About number ${number}`,
        body: `<h1>About</h1><p>Three people and a kettle. ${pick(claims)}</p>`,
      }),
      '/pricing': htmlPage({
        title: `Prices of number ${number}`,
        body: `<h1>Prices</h1><p>An hour costs ${20 + (number % 30)}.</p>`,
      }),
    },
  })
}
