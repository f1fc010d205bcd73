import { chapters } from '@pawl/chapters'
import { defineConfig } from '@pawl/cli'
import { sandbox, sandboxSeries, sandboxUrls } from '@pawl/sandbox'
import { hello } from './examples/hello/app.ts'

const isLive = process.env.PAWL_LIVE === 'true'

/** Against the stand-ins, which publish every few seconds, and are looked at as often. */
const inSandbox = {
  services: sandboxUrls.chapters,
  allowPrivate: true,
  follow: [...sandboxSeries.chapters],
  polling: { everyMs: 2_000 },
  tiers: { hot: { everyMs: 5_000 }, warm: { everyMs: 15_000 }, cold: { everyMs: 60_000 } },
}

/** What `npm start` runs: every application there is, and the sandbox beside them. */
export default defineConfig({
  apps: isLive ? [hello, chapters()] : [sandbox(), hello, chapters(inSandbox)],
})
