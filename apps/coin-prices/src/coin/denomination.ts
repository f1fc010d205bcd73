const words: Readonly<Record<string, number>> = {
  ...{ half: 0.5, '1/2': 0.5, '½': 0.5, '1/4': 0.25, one: 1, two: 2, three: 3, five: 5, ten: 10, twenty: 20 },
  ...{ 'twenty-five': 25, 'twenty five': 25, fifty: 50, hundred: 100 },
}
const wordCount = '1/2|½|1/4|half|one|two|three|five|ten|twenty[- ]five|twenty|fifty|hundred'
// neither the number of a grade nor a year
const notGrade = String.raw`(?<![\d.,/$]|\b(?:MS|PR|PF|SP|AU|XF|EF|VF|VG|F|G|AG|FR|PO|BU)[\s-]?)`
const notYear = String.raw`(?!(?:1[5-9]|20[0-4])\d\d\b)`

const euroCent = new RegExp(String.raw`${notGrade}(\d{1,2})\s?euro[- ]?cents?\b`, 'i')

/** Units that name a coin also without a number. */
const foreign = new RegExp(
  String.raw`(?:${notGrade}${notYear}\b(\d{1,5}(?:[.,]5)?|${wordCount})[\s-]?)?\b(francs?|pfennigs?|reichsmarks?|deutsche? ?marks?|crowns?|sovereigns?|yen|pesos?|reales|centavos?|shillings?|florins?|pence|farthings?|pounds?|rupees?|annas?|euros?|lire|lira|kronor|kroner|krona|krone|kopeks?|kopecks?|rubles?|roubles?|guilders?|gulden|ducats?|thalers?|talers?|drachma[is]?|yuan|zloty|zlotych|forint|korun[ay]?|heller|kreuzer|escudos?|pesetas?|centimes?|rappen|dinars?|dirhams?|rand|krugerrand|baht|markka)\b`,
  'i',
)
/** Units that are everyday words too, so that they need a number: a mint mark is no mark. */
const counted = new RegExp(
  String.raw`${notGrade}${notYear}\b(\d{1,5}(?:[.,]5)?|${wordCount})[\s-]?(marks?|sen|soles|sol|won|ore|öre|øre|para|lei|leva|cash)(?!\p{L})`,
  'iu',
)
const joined: Readonly<Record<string, string>> = {
  ...{
    sixpence: '6 pence',
    threepence: '3 pence',
    twopence: '2 pence',
    halfpenny: '0.5 pence',
    'half penny': '0.5 pence',
  },
}
const joinedWords = /\b(sixpence|threepence|twopence|halfpenny|half penny)\b/i

const dollarSign = /\$\s?(\d{1,3}(?:\.\d{1,2})?)( ?1\/2| ?½)?(?![\d,½]|\.\d)(?! ?(?:face|fv|ship))/i
const inCents = new RegExp(
  String.raw`${notGrade}\b(?:(\d{1,3}(?:\.5)?)(?: ?(1/2))?[\s-]?(c|cts?|cents?|¢|dollars?)|(${wordCount})[\s-](cents?|dollars?))(?![\p{L}])`,
  'iu',
)
/** What collectors call the coins of the United States, in the order in which the names are looked for. */
const named: readonly (readonly [RegExp, number])[] = [
  [/\bdouble eagle\b/i, 2_000],
  [/\bhalf eagle\b/i, 500],
  [/\bquarter eagle\b/i, 250],
  [/(?<!\b(?:silver|gold|american|flying|platinum) )\beagle\b(?=.*\bgold\b)/i, 1_000],
  [/\bhalf dimes?\b/i, 5],
  [/\bhalf cents?\b/i, 0.5],
  [/\bhalf[- ]dollars?\b/i, 50],
  [/\bquarters?\b(?! ?(?:oz|ounce))/i, 25],
  [/\bdimes?\b/i, 10],
  [/\b3 ?c[ns]\b/i, 3],
  [/\b(?:liberty|franklin|kennedy|barber|walk(?:er|ing)|seated|bust|commem(?:orative)?) hal(?:f|ves)\b/i, 50],
]
/** Names that are metals or units too: they count where nothing else does. */
const lastNamed: readonly (readonly [RegExp, number])[] = [
  [/\bnickels?\b/i, 5],
  [/\bpenn(?:y|ies)\b|\bcents?\b/i, 1],
  [/\bdollars?\b/i, 100],
]

const singular: Readonly<Record<string, string>> = {
  ...{ kronor: 'krona', kroner: 'krone', pence: 'pence', reales: 'real', lire: 'lira', zlotych: 'zloty', soles: 'sol' },
  ...{ kopecks: 'kopek', kopeck: 'kopek', roubles: 'ruble', rouble: 'ruble', öre: 'ore', øre: 'ore' },
  ...{ reichsmark: 'mark', reichsmarks: 'mark', taler: 'thaler', talers: 'thaler', krugerrand: 'krugerrand' },
}

/**
 * The value that a denomination stands for, so that `50C`, `half dollar` and `Walking Liberty Half Dollar` are the same: `cents:50`,
 * `5 franc`. Cents are those of any dollar. Undefined: the text names none.
 */
export function denominationOf(text: string): string | undefined {
  const cents = euroCent.exec(text)?.[1]
  if (cents !== undefined) return `${Number(cents)} eurocent`
  const word = joinedWords.exec(text)?.[1]
  if (word !== undefined) return joined[word.toLowerCase()]
  const [, count, unit] = counted.exec(text) ?? foreign.exec(text) ?? []
  if (unit !== undefined) return `${numberOf(count ?? '1')} ${unitName(unit.toLowerCase())}`
  if (/^marks?$/i.test(text)) return '1 mark'
  const value = valueInCents(text)
  return value === undefined ? undefined : `cents:${value}`
}

function valueInCents(text: string): number | undefined {
  const [, dollars, half] = dollarSign.exec(text) ?? []
  if (dollars !== undefined) return Number(dollars) * 100 + (half === undefined ? 0 : 50)
  const byName = named.find(([pattern]) => pattern.test(text))?.[1]
  if (byName !== undefined) return byName
  const [, digits, oneHalf, unit, word, unitOfWord] = inCents.exec(text) ?? []
  const count = digits ?? word
  if (count === undefined) return lastNamed.find(([pattern]) => pattern.test(text))?.[1]
  const isDollars = /^dollar/i.test(unit ?? unitOfWord ?? '')
  return (numberOf(count) + (oneHalf === undefined ? 0 : 0.5)) * (isDollars ? 100 : 1)
}

function numberOf(count: string): number {
  return words[count.toLowerCase()] ?? Number(count.replace(',', '.'))
}

function unitName(unit: string): string {
  return singular[unit] ?? unit.replace(/^deutsche? ?/, '').replace(/s$/, '')
}
