import type { CoinMarket } from '../market/coin-market.ts'
import { seriesOf } from '../market/market-coin.ts'
import type { SelectedCoin } from './select-coin.ts'

const links = 'https://www.pcgs.example'

/** Facts of a coin. `Year` is a number here and a text in auction records. A guide value of 0 means that there is none. */
export function coinFacts(market: CoinMarket, { coin, grade, isPriced }: SelectedCoin) {
  const { name, composition, issuer } = seriesOf(coin)
  return {
    ...{ PCGSNo: coin.pcgsNumber, CertNo: coin.certificate ?? null, Barcode: null, Name: coin.title },
    ...{ Year: coin.year, Denomination: coin.denomination, Mintage: null, MintMark: coin.mintMark },
    ...{ MetalContent: composition, Country: issuer.name, SeriesName: name, Category: coin.denomination },
    ...{ Grade: grade, Designation: '', MajorVariety: '', MinorVariety: '', DieVariety: '' },
    PriceGuideValue: isPriced ? guideDollars(market.trueCents(coin), coin.index) : 0,
    ...{ Population: 100 + coin.index, PopHigher: coin.index % 40 },
    CoinFactsLink: `${links}/coinfacts/coin/detail/${coin.pcgsNumber}`,
  }
}

/** Auction records of a coin. Without any, the list is null for some coins and empty for others. */
export function recordsOf(market: CoinMarket, { coin, grade, isPriced }: SelectedCoin, count: number) {
  const records = isPriced ? market.auctionRecords(coin).slice(0, count) : []
  const list = records.map(({ house, sale, lot, at, cents }) => ({
    ...{ Auctioneer: house, SaleName: sale, LotNo: lot, Date: monthOf(at), Price: cents / 100, Grade: grade },
    ...{ Service: 'PCGS', IsCAC: false, CertNo: null },
    AuctionLotUrl: `${links}/auctionprices/lot/${encodeURIComponent(sale)}/${lot}`,
  }))
  return {
    ...{ PCGSNo: coin.pcgsNumber, CertNo: coin.certificate ?? null, Name: coin.title, Year: String(coin.year) },
    ...{ Grade: grade, AuctionList: list.length === 0 && coin.index % 2 === 0 ? null : list },
  }
}

/** Guides are slow and high: between the true value and 30 % more, in round figures. */
function guideDollars(trueCents: number, index: number): number {
  const dollars = (trueCents / 100) * (1 + (index % 7) / 20)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(dollars)) - 1)
  return Math.max(1, Math.round(dollars / step) * step)
}

/** As in 03-2026. */
function monthOf(at: number): string {
  const [year, month] = new Date(at).toISOString().split('-')
  return `${month}-${year}`
}
