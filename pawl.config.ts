import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chapters } from '@pawl/chapters'
import { defineConfig } from '@pawl/cli'
import { comicLibrary } from '@pawl/comic-library'
import { sandbox, sandboxModel, sandboxSeries, sandboxSites, sandboxUrls } from '@pawl/sandbox'
import { modelFromEnvironment, siteReports } from '@pawl/site-reports'

const isLive = process.env.PAWL_LIVE === 'true'
const dataDir = path.resolve(process.env.PAWL_DATA_DIR ?? fileURLToPath(new URL('.pawl', import.meta.url)))
const comics = path.join(dataDir, 'sandbox', 'Comics')
const cacheFolder = path.join(dataDir, 'comic-library')

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

/** Drawn at the first start, and looked at whenever something changes in it. */
const comicsInSandbox = { cacheFolder, libraries: [{ folder: comics, name: 'Sandbox', watch: true }] }

const live = () => [
  chapters(),
  siteReports({ model: modelFromEnvironment(process.env) }),
  comicLibrary({ cacheFolder }),
]

const standIns = () => [
  sandbox({ comics, history: path.join(dataDir, 'sandbox', 'history') }),
  chapters(chaptersInSandbox),
  siteReports(reportsInSandbox),
  comicLibrary(comicsInSandbox),
]

/** What `npm start` runs: every application there is, and the sandbox beside them. */
export default defineConfig({ apps: isLive ? live() : standIns() })
