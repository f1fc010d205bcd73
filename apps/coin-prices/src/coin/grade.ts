/** Coins of these three trade at different prices, so each is a market of its own. */
export type Market = 'raw' | 'graded' | 'proof'

/** A grade on the Sheldon scale, as far as it is stated. */
export type Grade = {
  /** MS for uncirculated, PR for proof, SP for specimen; AU, XF, VF, F, VG, G, AG, FR, PO for circulated. */
  readonly prefix: string
  /** 1 to 70. Undefined: the grade is stated in words alone. */
  readonly number?: number | undefined
  readonly isPlus?: boolean | undefined
  /** Colour and surface: RD, RB, BN, DCAM, CAM, PL, DMPL. */
  readonly designation?: string | undefined
  /** The service that certified it: PCGS, NGC, ANACS, ICG, CACG. */
  readonly service?: string | undefined
  /** The coin is cleaned or damaged, and its grade is a details grade. */
  readonly isDetails?: boolean | undefined
}

/** Which market a coin of this grade trades on. A coin without a grade is raw. */
export function marketOf(grade: Grade | undefined): Market {
  if (grade === undefined) return 'raw'
  if (grade.prefix === 'PR') return 'proof'
  return grade.service === undefined ? 'raw' : 'graded'
}

/** The band of the scale that a grade falls into; coarse, so that grades in words and in numbers compare. */
export function bandOf({ prefix }: Grade): number {
  return bands.indexOf(prefix === 'SP' ? 'MS' : prefix)
}

const bands = ['PO', 'FR', 'AG', 'G', 'VG', 'F', 'VF', 'XF', 'AU', 'MS', 'PR']
