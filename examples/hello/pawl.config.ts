import { defineConfig } from '@pawl/cli'
import { hello } from './app.ts'

/** `npx pawl up --config examples/hello/pawl.config.ts` runs this one application. */
export default defineConfig({ apps: [hello] })
