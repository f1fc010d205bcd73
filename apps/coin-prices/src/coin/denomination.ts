const currencyUnits: readonly (readonly [RegExp, string])[] = [
  [/double eagle|\$\s?20\b|\btwenty dollars?\b|\b20 dollars?\b/i, 'usd:2000'],
  [/half eagle|\$\s?5\b(?!\d|\.\d)|\bfive dollars?\b|\b5 dollars?\b/i, 'usd:500'],
  [/quarter eagle|\$\s?2[.½]5?0?\b|\$2 1\/2/i, 'usd:250'],
  [
    /(?<!(double|half|quarter|silver|gold|american|flying) )\beagle\b(?=.*\bgold\b)|\$\s?10\b|\bten dollars?\b/i,
    'usd:1000',
  ],
  [/half dollar|half-dollar|\b50\s?(c|cents?|¢)(?=\W|$)|fifty cents?/i, 'usd:50'],
  [/half dime/i, 'usd:5'],
  [/half cent/i, 'usd:0.5'],
  [/two cents?|\b2\s?(c|cents?|¢)(?=\W|$)/i, 'usd:2'],
  [/three cents?|\b3\s?(c|cents?|¢)(?=\W|$)|\b3cn\b|\b3cs\b/i, 'usd:3'],
  [/\bquarters?\b|\b25\s?(c|cents?|¢)(?=\W|$)/i, 'usd:25'],
  [/\bdimes?\b|\b10\s?(c|cents?|¢)(?=\W|$)/i, 'usd:10'],
  [/\bnickels?\b|\b5\s?(c|cents?|¢)(?=\W|$)/i, 'usd:5'],
  [/\bpenn(y|ies)\b|\bcents?\b|\b1\s?(c|¢)(?=\W|$)/i, 'usd:1'],
  [/\bdollars?\b|\$\s?1\b(?!\d|\.\d|,\d)/i, 'usd:100'],
]
const foreign =
  /\b(\d{1,5}|half|one|two|five|ten|twenty)?\s?(francs?|marks?|pfennigs?|reichsmarks?|crowns?|sovereigns?|yen|sen|pesos?|reales|centavos?|shillings?|florins?|pence|pounds?|rupees?|annas?|euros?|lire|lira|kronor|kroner|krona|krone|kopeks?|kopecks?|rubles?|roubles?|guilders?|gulden|ducats?|thalers?|talers?|drachma[is]?|yuan|won|zloty|zlotych|forint|korun[ay]?|heller|kreuzer|escudos?|pesetas?|centimes?|soles?)\b/i
const counts: Readonly<Record<string, string>> = { half: '0.5', one: '1', two: '2', five: '5', ten: '10', twenty: '20' }
const singular: Readonly<Record<string, string>> = {
  kronor: 'krona',
  kroner: 'krone',
  pence: 'pence',
  reales: 'real',
  sen: 'sen',
  yen: 'yen',
}

/**
 * The value that a denomination stands for, so that `50C`, `half dollar` and `Walking Liberty Half Dollar` are the same:
 * `usd:50`, `5 franc`. Undefined: the text names none.
 */
export function denominationOf(text: string): string | undefined {
  const [, count, unit] = foreign.exec(text) ?? []
  if (unit !== undefined) {
    const number = count === undefined ? '1' : (counts[count.toLowerCase()] ?? String(Number(count)))
    return `${number} ${unitName(unit.toLowerCase())}`
  }
  return currencyUnits.find(([pattern]) => pattern.test(text))?.[1]
}

function unitName(unit: string): string {
  return singular[unit] ?? unit.replace(/s$/, '')
}
