/** Why a title that contains such words does not offer the coin itself. */
export type ExclusionReason = 'copy' | 'several-coins' | 'plated' | 'tribute' | 'no-coin' | 'damaged'

/** One pattern for each reason. The order decides which reason is given when several apply. */
export const excludingWords: readonly (readonly [ExclusionReason, RegExp])[] = [
  [
    'copy',
    /\b(replicas?|cop(y|ies)|reproductions?|repro|fakes?|counterfeit|fantasy|imitation|souvenir|novelty|facsimile|restrike|electrotype|modern strike)\b/i,
  ],
  ['tribute', /\b(tribute|commemorating|in the style of|inspired by|medallion|silver rounds?)\b/i],
  ['plated', /\b(plated|gilded|gilt|gold layered|layered in|clad in|dipped|colou?ri[sz]ed|painted|enameled)\b/i],
  [
    'no-coin',
    /\b(albums?|folders?|holder|display|frame|box only|empty|capsules?|coa only|stamps?|magnet|keychain|key ring|pendant|necklace|earrings?|ring|bracelet|brooch|cuff ?links?|money clip|jewell?ery|books?|poster|print|t-shirt|mug|die set|hub die|tokens?|banknotes?|bank notes?)\b/i,
  ],
  [
    'several-coins',
    /\b(lots?|rolls?|bags?|bulk|collections?|hoard|sets?|pairs?|bundle|unsearched|grab bag|mixed|assorted|choose|pick|random|your choice|\d+ (different|coins|pieces|pcs)|(?:x|qty:?) ?(?:[2-9]|[1-9]\d+)|(?:[2-9]|[1-9]\d+) ?x)\b|\((?:[2-9]|[1-9]\d)\)|\b(1[5-9]|20)\d\d ?(-|to|–) ?(1[5-9]|20)\d\d\b/i,
  ],
  [
    'damaged',
    /\b(damaged?|holed|drilled|cleaned|scratched|scratches|bent|corroded|corrosion|polished|whizzed|repaired|plugged|ex[- ]?jewell?ery|ex[- ]?mount|mount removed|graffiti|love token|cull|details|genuine|environmental|rim dings?|tooled|altered)\b/i,
  ],
]
