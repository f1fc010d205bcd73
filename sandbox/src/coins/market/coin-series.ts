/** A series of coins, as catalogues list it: all its years and mints are one type. */
export type CoinSeries = {
  readonly series: string
  /** As sellers call it in titles. */
  readonly name: string
  readonly denomination: string
  /** The value in units of its currency. */
  readonly value: number
  readonly issuer: { readonly code: string; readonly name: string }
  readonly years: readonly [first: number, last: number]
  /** Mint marks. Empty: struck without one. */
  readonly mints: readonly string[]
  readonly hasProofs: boolean
  readonly composition: string
  readonly km: string
  readonly numista: number
  /** PCGS numbers of the series begin here: one for each year, mint and finish. */
  readonly pcgs: number
}

const us = { code: 'united-states', name: 'United States' }
const france = { code: 'france', name: 'France' }
const britain = { code: 'united-kingdom', name: 'United Kingdom' }
const prussia = { code: 'prussia', name: 'Prussia' }

type Row = readonly [
  issuer: CoinSeries['issuer'],
  series: string,
  name: string,
  denomination: string,
  value: number,
  years: readonly [number, number],
  mints: readonly string[],
  hasProofs: boolean,
  composition: string,
]

const rows: readonly Row[] = [
  [us, 'Morgan', 'Morgan Silver Dollar', 'dollar', 1, [1878, 1904], ['', 'S', 'O', 'CC'], false, 'Silver (.900)'],
  [us, 'Peace', 'Peace Silver Dollar', 'dollar', 1, [1921, 1935], ['', 'D', 'S'], false, 'Silver (.900)'],
  [
    us,
    'Walking Liberty',
    'Walking Liberty Half Dollar',
    'half dollar',
    0.5,
    [1916, 1947],
    ['', 'D', 'S'],
    false,
    'Silver',
  ],
  [us, 'Franklin', 'Franklin Half Dollar', 'half dollar', 0.5, [1948, 1963], ['', 'D'], true, 'Silver (.900)'],
  [us, 'Kennedy', 'Kennedy Half Dollar', 'half dollar', 0.5, [1968, 1998], ['S'], true, 'Copper-nickel'],
  [us, 'Standing Liberty', 'Standing Liberty Quarter', 'quarter', 0.25, [1916, 1930], ['', 'D', 'S'], false, 'Silver'],
  [us, 'Washington', 'Washington Silver Quarter', 'quarter', 0.25, [1936, 1964], ['', 'D'], true, 'Silver (.900)'],
  [us, 'Mercury', 'Mercury Dime', 'dime', 0.1, [1916, 1945], ['', 'D', 'S'], false, 'Silver (.900)'],
  [us, 'Roosevelt', 'Roosevelt Dime', 'dime', 0.1, [1950, 1964], ['', 'D'], true, 'Silver (.900)'],
  [us, 'Buffalo', 'Buffalo Nickel', 'nickel', 0.05, [1913, 1938], ['', 'D', 'S'], false, 'Copper-nickel'],
  [us, 'Indian Head', 'Indian Head Cent', 'cent', 0.01, [1859, 1909], [''], false, 'Bronze'],
  [us, 'Lincoln', 'Lincoln Wheat Cent', 'cent', 0.01, [1909, 1958], ['', 'D', 'S'], false, 'Bronze'],
  [france, 'Napoleon III', 'Napoleon III 5 Francs', '5 francs', 5, [1861, 1870], [''], false, 'Silver (.900)'],
  [france, 'Sower', 'Sower 2 Francs', '2 francs', 2, [1898, 1920], [''], false, 'Silver (.835)'],
  [britain, 'Victoria Old Head', 'Victoria Old Head Crown', 'crown', 1, [1893, 1900], [''], false, 'Silver (.925)'],
  [prussia, 'Wilhelm II', 'Wilhelm II 5 Mark', '5 mark', 5, [1891, 1908], [''], false, 'Silver (.900)'],
]

/** All series of the market. Their place gives them their catalogue numbers: add at the end. */
export const coinSeries: readonly CoinSeries[] = rows.map(
  ([issuer, series, name, denomination, value, years, mints, hasProofs, composition], index) => ({
    ...{ issuer, series, name, denomination, value, years, mints, hasProofs, composition },
    km: `KM# ${110 + 7 * index}`,
    numista: 1_400 + 13 * index,
    pcgs: 7_000 + 1_000 * index,
  }),
)
