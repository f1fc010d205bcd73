import { chapters } from '@pawl/chapters'
import { defineConfig } from '@pawl/cli'
import { sandbox, sandboxModel, sandboxSeries, sandboxSites, sandboxUrls } from '@pawl/sandbox'
import { modelFromEnvironment, siteReports } from '@pawl/site-reports'
import { hello } from './examples/hello/app.ts'

const isLive = process.env.PAWL_LIVE === 'true'

/** Against the stand-ins, which publish every few seconds, and are looked at as often. */
const chaptersInSandbox = {
  services: sandboxUrls.chapters,
  allowPrivate: true,
  follow: [...sandboxSeries.chapters],
  polling: { everyMs: 2_000 },
  tiers: { hot: { everyMs: 5_000 }, warm: { everyMs: 15_000 }, cold: { everyMs: 60_000 } },
}

/** Some of the made-up sites are analysed at the first start. */
const reportsInSandbox = {
  sites: { standIn: { domain: 'example', url: sandboxUrls.siteReports.web } },
  model: { url: sandboxUrls.siteReports.model, name: sandboxModel.model, key: sandboxModel.key },
  analyse: [...sandboxSites],
}

const live = () => [hello, chapters(), siteReports({ model: modelFromEnvironment(process.env) })]

/** What `npm start` runs: every application there is, and the sandbox beside them. */
export default defineConfig({
  apps: isLive ? live() : [sandbox(), hello, chapters(chaptersInSandbox), siteReports(reportsInSandbox)],
})
