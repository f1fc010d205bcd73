export type { Catalogue } from './catalogue/catalogue.ts'
export type { SeriesOptions } from './catalogue/new-series.ts'
export type { Publisher, PublisherEvent } from './catalogue/publisher.ts'
export type { ChapterService, Series, Upload, UploadDetails } from './catalogue/upload.ts'
export type { Chapters, ChaptersOptions } from './chapters.ts'
export type { CoinService, Coins, CoinsOptions } from './coins/coin-services.ts'
export { type CoinMarket, type MarketOptions, simulateMarket } from './coins/market/coin-market.ts'
export type { JunkKind } from './coins/market/junk-listing.ts'
export type { MarketCoin } from './coins/market/market-coin.ts'
export type { AuctionRecord, Offer, Sale } from './coins/market/market-listing.ts'
export type { PriceKind } from './coins/market/price-shape.ts'
export type { QuotaUsage } from './coins/quota.ts'
export type { ArchiveEntry } from './comics/archive-entry.ts'
export { generateLibrary } from './comics/generate-library.ts'
export {
  type GeneratedFile,
  type GeneratedLibrary,
  type LibraryFault,
  type LibraryOptions,
  libraryFaults,
} from './comics/library-options.ts'
export { type ComicFormat, writeArchive } from './comics/write-archive.ts'
export type { Fault, FaultKind } from './http/faults.ts'
export type { RateLimit } from './http/rate-limiter.ts'
export type { RequestLog } from './http/request-log.ts'
export type { Model, ModelCall, ModelOptions } from './model/model.ts'
export type { ModelFault, ModelFaultKind } from './model/model-faults.ts'
export { type SandboxAppOptions, sandbox } from './sandbox.ts'
export {
  sandboxCoinKeys,
  sandboxCoins,
  sandboxMarket,
  sandboxModel,
  sandboxOrigin,
  sandboxSeries,
  sandboxSites,
  sandboxUrls,
} from './sandbox-urls.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
export { type Canary, startCanary } from './web/canary.ts'
export { html, type MadeUpSite, redirect, type SitePages, site, text } from './web/made-up-site.ts'
export type { Web, WebOptions } from './web/web.ts'
