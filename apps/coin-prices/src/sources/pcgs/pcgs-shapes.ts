import { z } from 'zod'

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : String(value)))

/** What every answer carries. */
export const pcgsAnswer = z.looseObject({
  IsValidRequest: z.boolean().nullish(),
  ServerMessage: z.string().nullish(),
})
export type PcgsAnswer = z.output<typeof pcgsAnswer>

/** Facts of a coin. `Year` is a number here and a text in auction records. */
export const coinFacts = z.object({
  PCGSNo: text,
  Name: text,
  Year: z.coerce.number().int().min(1).optional().catch(undefined),
  MintMark: text,
  Denomination: text,
  SeriesName: text,
  Grade: text,
  /** 0: there is no guide price. */
  PriceGuideValue: z.union([z.number(), z.string()]).nullish(),
  CoinFactsLink: text,
})

/** Auction records. The list is null or empty where there are none. */
export const auctionList = z.object({ AuctionList: z.array(z.unknown()).nullish() })

export const auctionRecord = z.object({
  Auctioneer: text,
  SaleName: text,
  LotNo: text,
  AuctionLotUrl: text,
  /** As in 03-2026. */
  Date: z.string(),
  Price: z.union([z.number(), z.string()]),
  CertNo: text,
})
