export { chapters } from './app.ts'
export type { ChaptersOptions } from './options.ts'
