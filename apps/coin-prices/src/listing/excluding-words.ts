/** Why a title that contains such words does not offer the coin itself. */
export type ExclusionReason = 'copy' | 'several-coins' | 'plated' | 'tribute' | 'no-coin' | 'mint-error' | 'damaged'

/** One pattern for each reason. The order decides which reason is given when several apply. */
export const excludingWords: readonly (readonly [ExclusionReason, RegExp])[] = [
  [
    'copy',
    /\b(replicas?|cop(y|ies)|reproductions?|repro|fakes?|counterfeit|fantasy|imitation|souvenir|novelty|facsimile|restrike|electrotype|modern strike)\b/i,
  ],
  [
    'tribute',
    /\b(tribute|commemorating|in the style of|inspired by|medallion|(silver|gold|copper|brass|art|design) rounds?|oz rounds?)\b/i,
  ],
  // copper-plated zinc is a coin's own metal
  [
    'plated',
    /\bplated\b(?! ?(?:steel|zinc|iron))|\b(gilded|gilt|gold layered|layered in|clad in|dipped|colou?ri[sz]ed|painted|enameled|enamelled)\b/i,
  ],
  [
    'no-coin',
    /\b(albums?(?! ton)|folders?|holders? only|(?:empty|plastic) holders?|holders? for|display (?:stand|frame|set|board|only)|frame|box only|empty|capsules|capsule only|coa only|stamps?|magnet|keychain|key ring|pendant|necklace|earrings?|(?<!rim )ring|bracelet|brooch|cuff ?links?|money clip|jewell?ery|(?<!red )(?<!blue )books?|poster|print|t-shirt|mug|die set|hub die|tokens?|banknotes?|bank notes?|medals?(?! (?:alignment|rotation|orientation))|(?:silver|gold|copper) bars?|ingots?)\b/i,
  ],
  [
    'several-coins',
    /\b(lots?(?! of (?:luster|lustre|detail|eye|mint|tone))|bags?(?! ?marks?)|bulk|collections|(?:coin|entire|whole|complete|starter) collection|collection of|hoard of|pairs?|bundle|unsearched|grab bag|mixed|assorted|choose|pick|random|your choice|junk silver|(?:two|three|four|five|six|ten) coins|\d+ (different|coins|pieces|pcs)|\$\d+ (?:face|fv)|(?:x|qty:?) ?(?:[2-9]|[1-9]\d+)(?! ?mm)|(?:[2-9]|[1-9]\d+) ?x(?! ?\d))\b|(?<!\bfrom (?:(?:a|an|the|mint|proof|original|bank|silver|us|bu) ){0,3})\b(?:sets?|rolls?)\b|\((?:[2-9]|[1-9]\d)\)/i,
  ],
  [
    'mint-error',
    /\b(errors?|off[- ]?cent(?:er|re)|broad ?struck|clipped planchet|double struck|brockage|wrong planchet)\b/i,
  ],
  [
    'damaged',
    /(?<!\b(?:no|not|never|non|without)[ -])\b(damaged?|holed|drilled|cleaned|scratched|scratches|bent|corroded|corrosion|polished|whizzed|repaired|plugged|ex[- ]?jewell?ery|ex[- ]?mount|mount removed|graffiti|love token|cull|environmental|rim dings?|tooled|altered|elongated|hobo nickel|carved|counterstamped|encased|smashed)\b|\b(?:unc|uncirculated|fine|good|pcgs|ngc|anacs|icg|bu|(?:ms|pr|pf|sp|au|xf|ef|vf|vg|f|ag|g|fr)[\s-]?\d{0,2})\W{1,3}det(?:ails?|\.)|\b(?:pcgs|ngc|anacs|icg)\W{1,3}genuine\b/i,
  ],
]

/** Two years, or a range of them. The years of an anniversary are a hundred or more apart: 1776-1976. */
export function namesSeveralYears(title: string): boolean {
  const [, first, second] = severalYears.exec(title) ?? []
  if (first === undefined) return false
  const apart = Math.abs(Number(second) - Number(first))
  return apart > 0 && !(apart >= 100 && apart % 50 === 0)
}

const severalYears =
  /\b((?:1[5-9]|20)\d\d)(?:-?(?:cc|[pdsow]))? ?(?:-|to|–|&|and|\+|,) ?((?:1[5-9]|20)\d\d)(?:-?(?:cc|[pdsow]))?\b/i
