/** The values of `filter`: ranges as `[from..to]`, lists as `{a|b}`, words as they are. */
export type SearchFilters = {
  readonly price?: FilterRange
  readonly buyingOptions?: readonly string[]
  readonly conditionIds?: readonly string[]
  readonly country?: string
  /** Of `itemEndDate` in offers and `lastSoldDate` in sales, in milliseconds. */
  readonly dates?: FilterRange
  /** The names of filters that are unknown or have unreadable values. They are ignored. */
  readonly invalid: readonly string[]
  /** The price is filtered and its currency is not named. */
  readonly lacksCurrency: boolean
}
export type FilterRange = readonly [from: number, to: number]

const isIn = (value: number, [from, to]: FilterRange) => from <= value && value <= to

/** @param dateName The filter of dates that this interface has. */
export function readFilters(text: string, dateName: 'itemEndDate' | 'lastSoldDate'): SearchFilters {
  const given = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/(\w+):(\[[^\]]*\]|\{[^}]*\}|[^,]*)/g)) given.set(name, value)
  const invalid: string[] = []
  const read = <T>(name: string, parse: (value: string) => T | undefined): T | undefined => {
    const value = given.get(name)
    if (value === undefined) return undefined
    given.delete(name)
    const parsed = parse(value)
    if (parsed === undefined) invalid.push(name)
    return parsed
  }
  const price = read('price', (value) => range(value, Number))
  const currency = read('priceCurrency', (value) => (/^[A-Z]{3}$/.test(value) ? value : undefined))
  const buyingOptions = read('buyingOptions', list)
  const conditionIds = read('conditionIds', list)
  const country = read('itemLocationCountry', (value) => (/^[A-Z]{2}$/.test(value) ? value : undefined))
  const dates = read(dateName, (value) => range(value, Date.parse))
  const lacksCurrency = price !== undefined && currency === undefined
  return {
    ...{ invalid: [...invalid, ...given.keys()], lacksCurrency },
    ...(price === undefined || lacksCurrency ? {} : { price }),
    ...(buyingOptions === undefined ? {} : { buyingOptions }),
    ...(conditionIds === undefined ? {} : { conditionIds }),
    ...(country === undefined ? {} : { country }),
    ...(dates === undefined ? {} : { dates }),
  }
}

export type Filtered = {
  readonly cents: number
  readonly buyingOptions: readonly string[]
  readonly conditionId: string
  readonly country: string
  readonly date: number
}

export function passesFilters(filters: SearchFilters, entry: Filtered): boolean {
  const { price, buyingOptions, conditionIds, country, dates } = filters
  return (
    (price === undefined || isIn(entry.cents / 100, price)) &&
    (buyingOptions === undefined || entry.buyingOptions.some((option) => buyingOptions.includes(option))) &&
    (conditionIds === undefined || conditionIds.includes(entry.conditionId)) &&
    (country === undefined || entry.country === country) &&
    (dates === undefined || isIn(entry.date, dates))
  )
}

function list(value: string): readonly string[] | undefined {
  const inside = /^\{([^}]+)\}$/.exec(value)?.[1] ?? (/^\w+$/.test(value) ? value : undefined)
  return inside?.split('|')
}

function range(value: string, read: (text: string) => number): FilterRange | undefined {
  const inside = /^\[(.*)\]$/.exec(value)?.[1]
  if (inside === undefined) return undefined
  const [from = '', to = from] = inside.split('..')
  const ends = [
    from === '' ? Number.NEGATIVE_INFINITY : read(from),
    to === '' ? Number.POSITIVE_INFINITY : read(to),
  ] as const
  return ends.some(Number.isNaN) || (from === '' && to === '') ? undefined : ends
}
